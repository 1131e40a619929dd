import { escapeHtml } from '../../http/html.ts';
import type { JsonSchema } from './document-schemas.ts';

const REFERENCE = '#/components/schemas/';

function bounds({ minimum, maximum, minLength, maxLength, minItems, maxItems }: JsonSchema): string {
  const range = (least: number | undefined, most: number | undefined, unit: string) => {
    if (least === undefined && most === undefined) return [];
    if (most === undefined) return [`at least ${least}${unit}`];
    return [least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`];
  };
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
  ].join(', ');
}

function note(schema: JsonSchema): string {
  const each = schema.items ? bounds(schema.items) : '';
  const said = [
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    bounds(schema),
    each === '' ? '' : `each ${each}`,
  ].filter((part) => part !== '');
  return said.length > 0 ? `  <i>${escapeHtml(said.join(', '))}</i>` : '';
}

const keyword = (word: string) => `<b>${escapeHtml(word)}</b>`;

function objectHtml(schema: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const { additionalProperties: rest } = schema;
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${inner}${escapeHtml(name)}${mark}: ${schemaHtml(property, inner)}`;
  });
  if (typeof rest === 'object') {
    lines.push(`${inner}[${schemaHtml(schema.propertyNames ?? {}, inner)}]: ${schemaHtml(rest, inner)}`);
  }
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}

function typeHtml(schema: JsonSchema, indent: string): string {
  if (schema.$ref?.startsWith(REFERENCE)) {
    const name = escapeHtml(schema.$ref.slice(REFERENCE.length));
    return `<a href="#${name}">${name}</a>`;
  }
  if (schema.anyOf) return schema.anyOf.map((option) => schemaHtml(option, indent)).join(' | ');
  if (schema.enum) return schema.enum.map((value) => escapeHtml(JSON.stringify(value))).join(' | ');
  if (schema.items) return `${typeHtml(schema.items, indent)}[]`;
  if (schema.type === 'object') return objectHtml(schema, indent);
  if (Array.isArray(schema.type)) return schema.type.map(keyword).join(' | ');
  return keyword(schema.contentMediaType ?? schema.format ?? schema.type ?? 'any');
}

export function schemaHtml(schema: JsonSchema, indent = ''): string {
  return typeHtml(schema, indent) + note(schema);
}
