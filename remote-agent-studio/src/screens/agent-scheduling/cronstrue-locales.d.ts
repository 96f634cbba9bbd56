/**
 * The locales register themselves with the library when they are loaded, and export nothing that is used. The package
 * declares no types for them.
 */
declare module 'cronstrue/locales/*.js';
