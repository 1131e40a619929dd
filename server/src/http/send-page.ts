import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed';
import type { FastifyReply } from 'fastify';
import type { Page } from '../db/paging.ts';

/** The page's items as the answer, with the length of the whole list in the header. */
export function sendPage<T>(reply: FastifyReply, { items, total }: Page<T>): T[] {
  void reply.header(TOTAL_COUNT_HEADER, total);
  return items;
}
