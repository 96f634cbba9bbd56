import { useReachable } from '@parlance/shared/remote/reachable';
import { renderScreen } from '@parlance/shared/testing';
import { screen } from '@testing-library/react';
import { pageBlocks } from '../contract/page/page-blocks.ts';
import { registryEntry } from './registry.ts';

/** The fields of a registry line that are read; each path is one of its screens. */
const line = (...paths: readonly string[]) => ({
  base: '/remotes/chat/1/',
  remote: {
    name: 'chat',
    version: '1',
    entry: 'e.js',
    container: 'c',
    screens: paths.map((path, at) => ({ id: `s${at}`, path, children: [':id'], titles: {}, requires: 'public' })),
    locales: {},
    integrity: {},
  },
});

function writeRegistry(text: string): void {
  document.getElementById(pageBlocks.registry)?.remove();
  const block = Object.assign(document.createElement('script'), {
    type: 'application/json',
    id: pageBlocks.registry,
    textContent: text,
  });
  document.body.append(block);
}

function Link({ path }: { readonly path: string }) {
  return <p>{`${path} ${useReachable(path) ? 'is reachable' : 'is not'}`}</p>;
}

afterEach(() => jest.restoreAllMocks());

test('a path that a remote serves is reachable, and so is what its children add; one that none serves is not', () => {
  writeRegistry(JSON.stringify([{ base: 7 }, line('/agents')]));
  renderScreen(
    <>
      <Link path="/agents" />
      <Link path="/agents/1" />
      <Link path="/other" />
    </>,
  );
  expect(screen.getAllByText(/^\//).map((it) => it.textContent)).toEqual([
    '/agents is reachable',
    '/agents/1 is reachable',
    '/other is not',
  ]);
});

test('the registry is parsed and checked once, however many links ask, and again where the page has another', () => {
  const work = [jest.spyOn(JSON, 'parse'), jest.spyOn(registryEntry, 'safeParse')];
  const timesOf = (text: string) => {
    work.forEach((spy) => spy.mockClear());
    writeRegistry(text);
    renderScreen(
      <>
        <Link path="/agents" />
        <Link path="/other" />
      </>,
    );
    return work.map(({ mock }) => mock.calls.filter(([it]) => it === text || typeof it === 'object').length);
  };
  const lines = JSON.stringify([line('/agents'), line('/bots')]);
  expect(timesOf(lines)).toEqual([1, 2]);
  expect(timesOf(lines)).toEqual([0, 0]);
  expect(timesOf(JSON.stringify([line('/other')]))).toEqual([1, 1]);
  expect(screen.getAllByText('/other is reachable')).toHaveLength(1);
});

test.each(['{', '{"base":7}'])('a registry that says %s takes no screen down, and is told of', (text) => {
  const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  writeRegistry(text);
  renderScreen(<Link path="/agents" />);
  expect(screen.getByText('/agents is not')).toBeVisible();
  expect(told).toHaveBeenCalled();
});
