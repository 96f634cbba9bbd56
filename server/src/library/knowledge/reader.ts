import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../platform/principal/caller.ts';
import type { Reader } from './repository.ts';

export const readerOf = ({ models }: FastifyInstance, caller: Caller): Reader => ({
  ...caller,
  embeddingModel: models.embedder?.name ?? null,
});
