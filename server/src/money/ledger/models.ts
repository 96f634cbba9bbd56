import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import { readDeclared } from '../../platform/language-models/declared.ts';
import { FailureLog, keepFailures } from './failure-log.ts';
import { registerModels } from './register.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The models that answer for the bots of this deployment. */
    models: Catalog;
  }
}

/** Decorates the application with `app.models`. */
export const modelsPlugin = fp(
  async (app: FastifyInstance) => {
    const declared = readDeclared(app.config);
    const failures = new FailureLog({
      log: app.log,
      write: (rows) => app.db.asSystem((trx) => keepFailures(trx, rows)),
    });
    app.decorate('models', await app.db.asSystem((trx) => registerModels(trx, declared, failures.newsOf)));
    app.addHook('onClose', () => failures.close());
  },
  { name: 'models' },
);
