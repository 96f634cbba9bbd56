import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before the program by a test: each fsync adds one character to FSYNC_LOG.
const real = fs.fsyncSync;
fs.writeFileSync(process.env['FSYNC_LOG'], '', { flag: 'a' });
fs.fsyncSync = (handle) => {
  fs.appendFileSync(process.env['FSYNC_LOG'], '.');
  return real(handle);
};
syncBuiltinESMExports();
