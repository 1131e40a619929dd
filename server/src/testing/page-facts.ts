import { parseDocument } from 'htmlparser2';

type Nodes = ReturnType<typeof parseDocument>['children'];

/** Returns the values of the meta tags and links of a page. */
export function metaOf(html: string): Record<string, string> {
  const facts: Record<string, string> = {};
  const visit = (nodes: Nodes): void => {
    for (const node of nodes) {
      if (!('attribs' in node)) continue;
      const { name, attribs } = node;
      if (name === 'meta') facts[attribs['property'] ?? attribs['name'] ?? ''] = attribs['content'] ?? '';
      if (name === 'link') facts[attribs['rel'] ?? ''] = attribs['href'] ?? '';
      visit(node.children);
    }
  };
  visit(parseDocument(html).children);
  return facts;
}

/** Returns the structured data of a page. */
export function structuredDataOf(html: string): Record<string, unknown> {
  const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(text) as Record<string, unknown>;
}

/** Returns the titles of the apps that a page lists. */
export function listedTitles(html: string): string[] {
  return [...html.matchAll(/class="name"><bdi>([^<]*)</g)].map(([, title = '']) => title);
}
