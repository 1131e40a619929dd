import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed';
import type { FastifyReply } from 'fastify';
import type { ListPage } from '../db/paging.ts';

/** Returns the items of the page and sets the header with the length of the list. */
export function sendListPage<T>(reply: FastifyReply, { items, total }: ListPage<T>): T[] {
  void reply.header(TOTAL_COUNT_HEADER, total);
  return items;
}
