// See browser-environment.mjs.
module.exports = globalThis.rolesOfAria;
