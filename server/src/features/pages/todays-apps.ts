import { DISCOVER_PATH } from '@zapdeck/contract/instance/screens';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { html, type Markup } from '../../http/html.ts';
import { pagePath } from '../listings/present/page-address.ts';
import { coverMarkup } from './common/drawn-cover.ts';
import { textLanguage } from './common/text-language.ts';
import type { Speech } from '../../languages/say.ts';

const BEST = 60;
const SHOWN = 6;
/** Widths from todays-apps.css. */
const SIZES = '(width >= 768px) 176px, 30vw';

interface TodaysApp {
  id: string;
  title: string;
  language: string | null;
  category: string;
  picture: string | null;
  colour: string | null;
}

/** Returns six of the best apps that can be framed, the same for a UTC day. Apps with a picture come first. */
async function chooseTodaysApps(db: Db, now: Date): Promise<TodaysApp[]> {
  const day = now.toISOString().slice(0, 10);
  const { rows } = await db.execute<TodaysApp & Record<string, unknown>>(sql`
    SELECT id, title, language, category, picture, colour FROM (
      SELECT * FROM apps WHERE status = 'approved' AND frame_status <> 'unreachable'
      ORDER BY ranking_score DESC NULLS FIRST, created_at DESC NULLS FIRST, id DESC NULLS FIRST LIMIT ${BEST}) AS best
    ORDER BY frame_status = 'refused', picture IS NULL, md5(id::text || ${day}) LIMIT ${SHOWN}`);
  return rows;
}

/** Renders today's apps for the landing page. Empty if there are none. */
export async function todaysApps(db: Db, now: Date, { say }: Speech): Promise<Markup> {
  const apps = await chooseTodaysApps(db, now);
  if (apps.length === 0) return html``;
  const items = apps.map(
    (app, index) =>
      html`<li><a href="${pagePath(app)}">${coverMarkup(app, { ground: `today${index}`, sizes: SIZES, isTile: true })}<span class="todays-name"${textLanguage(app)} dir="auto">${app.title}</span></a></li>`,
  );
  return html`<div class="todays-head"><h2 class="display">${say('Today in the deck')}</h2><a href="${DISCOVER_PATH}">${say('Discover more')}</a></div><ul>${items}</ul>`;
}
