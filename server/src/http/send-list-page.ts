import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed/feed';
import type { FastifyReply } from 'fastify';
import type { ListPage } from '../db/paging.ts';

export function sendListPage<T>(reply: FastifyReply, { items, total }: ListPage<T>): T[] {
  void reply.header(TOTAL_COUNT_HEADER, total);
  return items;
}
