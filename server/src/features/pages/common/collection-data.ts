import { pagePath } from '../../listings/present/page-address.ts';
import type { TiledApp } from './app-tiles.ts';

/** Returns structured data for a page with an ordered list of apps. */
export function collectionData(
  publicUrl: string,
  { path, title, summary }: { path: string; title: string; summary: string },
  apps: readonly TiledApp[],
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: title,
    description: summary,
    url: publicUrl + path,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: apps.length,
      itemListElement: apps.map((app, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: app.title,
        url: publicUrl + pagePath(app),
      })),
    },
  };
}
