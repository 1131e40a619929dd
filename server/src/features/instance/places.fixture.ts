import { readInstance } from '@zapdeck/contract/instance/instance';
import { PICTURES_PATH } from '@zapdeck/contract/pictures/picture-paths';

interface AppPage {
  publicUrl: string;
  path: string;
}

const badge = ({ path }: AppPage) => path.replace('/a/', '/badge/');
const address = ({ publicUrl, path }: AppPage) => encodeURIComponent(publicUrl + path);

/** Everything that the server draws for visitors without the web app, with its path. */
export const places: readonly (readonly [what: string, path: (app: AppPage) => string])[] = [
  ['the page of an app', ({ path }) => path],
  ['an unknown page', () => '/a/unknown'],
  ['an unknown maker', () => '/m/nobody'],
  ['Discover', () => '/discover'],
  ['a category', () => '/discover/games'],
  ['a deck', () => '/discover/new'],
  ['an unknown deck', () => '/discover/nothing'],
  ['a search', () => '/discover?q=piano'],
  ['a search without result', () => '/discover?q=zzzz'],
  ['a search that is too long', () => `/discover?q=${'x'.repeat(300)}`],
  ['the app of the day', () => '/today'],
  ['earlier days', () => '/today?before=2020-01-01'],
  ['an unsubscribe link', () => `/unsubscribe/weekly/${'a'.repeat(43)}`],
  ['the privacy page', () => '/privacy'],
  ['the terms', () => '/terms'],
  ['the imprint', () => '/imprint'],
  ['the feed of new apps', () => '/feeds/new.xml'],
  ['the feed as JSON', () => '/feeds/new.json'],
  ['the feed of a category', () => '/feeds/games.xml'],
  ['the feed of the app of the day', () => '/feeds/today.xml'],
  ['the badge', (app) => `${badge(app)}.svg`],
  ['the flat badge', (app) => `${badge(app)}.flat.svg`],
  ['oEmbed', (app) => `/oembed?url=${address(app)}`],
  ['oEmbed as XML', (app) => `/oembed?format=xml&url=${address(app)}`],
  ['the sitemap', () => '/sitemap.xml'],
  ['robots.txt', () => '/robots.txt'],
  ['the documentation of the API', () => '/api/docs'],
  ['the description of the API', () => '/api/openapi.json'],
  ['the public settings', () => readInstance.path],
  ["today's apps", () => '/todays-apps'],
  ['a missing picture', () => `${PICTURES_PATH}/none`],
  ['a missing call', () => '/api/none'],
];
