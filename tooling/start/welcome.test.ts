import { readConfig } from '../../server/src/platform/config/config.ts';
import { welcome } from './welcome.ts';

const said = (settings: Record<string, string>, hasDemo: boolean) =>
  welcome({
    config: readConfig({ NODE_ENV: 'development', ...settings }),
    addresses: { web: 'http://localhost:3000' },
    hasDemo,
    seconds: 1,
  });

test('whoever finds no demonstration accounts reads how there would be some, where there may be any', () => {
  expect(said({}, true)).toContain('owner@pro.example');
  expect(said({}, true)).not.toContain('DEMO=true');
  expect(said({ HOST: '0.0.0.0' }, false)).toContain('DEMO=true');
  for (const settings of [{ DATABASE_URL: 'postgres://localhost/parlance' }, { NODE_ENV: 'production' }])
    expect(said(settings as Record<string, string>, false)).not.toContain('DEMO');
});
