import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Catalog } from '../../models/catalog.ts';
import { readDeclared } from '../../models/declared.ts';
import { registerModels } from './register.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What answers for the bots of this deployment. */
    models: Catalog;
  }
}

/** Gives `app.models`. */
export const modelsPlugin = fp(
  async (app: FastifyInstance) => {
    const declared = readDeclared(app.config);
    app.decorate('models', await app.db.asSystem((trx) => registerModels(trx, declared)));
  },
  { name: 'models' },
);
