type Instrument = {
  /** A `total` is a counter that is read when somebody asks. */
  readonly kind: 'counter' | 'histogram' | 'gauge' | 'total';
  readonly unit: string;
  readonly about: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in its unit. */
  readonly bounds?: readonly number[];
};

const instrument = <const I extends Instrument>(declared: I) => declared;

/** Seconds of what people wait for. */
const waits = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

/**
 * Every figure, once. A label has few values that the program or its operator names: routes, kinds of jobs, declared
 * models, remotes. No organisation, no person and nothing that they wrote is one.
 */
export const instruments = {
  'http.server.requests': instrument({
    kind: 'counter',
    unit: '{request}',
    about: 'Requests that were answered.',
    labels: ['service', 'method', 'route', 'status'],
  }),
  'http.server.request.duration': instrument({
    kind: 'histogram',
    unit: 's',
    about: 'How long requests took; streams are not among them.',
    labels: ['service', 'method', 'route'],
    bounds: waits,
  }),
  'parlance.streams.open': instrument({
    kind: 'gauge',
    unit: '{stream}',
    about: 'Event streams that are open.',
    labels: ['service'],
  }),
  'parlance.model.call.duration': instrument({
    kind: 'histogram',
    unit: 's',
    about: 'How long calls of models took, to the end of the answer.',
    labels: ['provider', 'model', 'outcome'],
    bounds: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
  }),
  'parlance.model.first_token.duration': instrument({
    kind: 'histogram',
    unit: 's',
    about: 'How long models took until the first words of an answer.',
    labels: ['provider', 'model'],
    bounds: waits,
  }),
  'parlance.model.tokens': instrument({
    kind: 'counter',
    unit: '{token}',
    about: 'Tokens that models took and gave.',
    labels: ['provider', 'model', 'direction'],
  }),
  'parlance.jobs': instrument({
    kind: 'gauge',
    unit: '{job}',
    about:
      'Jobs of the whole installation: requested (not with the engine yet), waiting, under_way, given_up (in the last day) and dead_letter (given up, and not told to who asked yet).',
    labels: ['kind', 'state'],
  }),
  'parlance.job.duration': instrument({
    kind: 'histogram',
    unit: 's',
    about: 'How long tries of jobs took.',
    labels: ['kind', 'outcome'],
    bounds: [0.01, 0.1, 0.5, 1, 5, 30, 60, 300, 1800, 7200],
  }),
  'parlance.reading': instrument({
    kind: 'gauge',
    unit: '{document}',
    about:
      'Documents, pages and descriptions of tools that this process is reading in threads (under_way), or that wait for their turn (waiting).',
    labels: ['lane', 'state'],
  }),
  'parlance.reading.duration': instrument({
    kind: 'histogram',
    unit: 's',
    about: 'How long it took to read them; time and memory are those that were given up.',
    labels: ['kind', 'outcome'],
    bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90],
  }),
  'parlance.upkeep.rows': instrument({
    kind: 'counter',
    unit: '{row}',
    about: 'Rows that upkeep has done, by its steps.',
    labels: ['step'],
  }),
  'parlance.upkeep.failed': instrument({
    kind: 'counter',
    unit: '{failure}',
    about:
      'Rows and keys that upkeep has passed over because they failed, and looks at a step that ended by a failure.',
    labels: ['step'],
  }),
  'parlance.upkeep.overdue': instrument({
    kind: 'gauge',
    unit: 's',
    about: 'How long what waits longest for a step of upkeep has been due, in the whole installation.',
    labels: ['step'],
  }),
  'parlance.mail.outbox': instrument({
    kind: 'gauge',
    unit: '{mail}',
    about: 'Mails of the whole installation: waiting, or given up in the last day.',
    labels: ['state'],
  }),
  'parlance.mail.oldest': instrument({
    kind: 'gauge',
    unit: 's',
    about: 'How long the oldest mail has been waiting.',
    labels: [],
  }),
  'db.client.connections': instrument({
    kind: 'gauge',
    unit: '{connection}',
    about: 'Connections of the pool of this process.',
    labels: ['state'],
  }),
  'db.client.pending_requests': instrument({
    kind: 'gauge',
    unit: '{request}',
    about: 'What waits for a connection of the pool.',
    labels: [],
  }),
  'db.client.operation.duration': instrument({
    kind: 'histogram',
    unit: 's',
    about: 'How long statements took.',
    labels: ['operation', 'outcome'],
    bounds: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
  }),
  'nodejs.eventloop.delay': instrument({
    kind: 'gauge',
    unit: 's',
    about: 'How late the event loop was since figures were asked for last.',
    labels: ['quantile'],
  }),
  'process.memory.usage': instrument({ kind: 'gauge', unit: 'By', about: 'Memory of the process.', labels: ['kind'] }),
  'process.cpu.time': instrument({
    kind: 'total',
    unit: 's',
    about: 'Processor time since the start.',
    labels: ['mode'],
  }),
  'process.uptime': instrument({ kind: 'gauge', unit: 's', about: 'How long the process has run.', labels: [] }),
  'parlance.release.visits': instrument({
    kind: 'gauge',
    unit: '{person}',
    about: 'People who had a release in this hour and the one before.',
    labels: ['remote', 'version'],
  }),
  'parlance.release.failures': instrument({
    kind: 'gauge',
    unit: '{person}',
    about: 'People of these for whom it failed.',
    labels: ['remote', 'version', 'kind'],
  }),
  'parlance.web_vital.samples': instrument({
    kind: 'gauge',
    unit: '{page}',
    about: 'Pages of this hour and the one before that said how fast they were, by how good that is.',
    labels: ['remote', 'version', 'vital', 'rating'],
  }),
  'parlance.web_vital.p75': instrument({
    kind: 'gauge',
    unit: '1',
    about: 'What three of four of these pages were not slower than: seconds, and for cls its score.',
    labels: ['remote', 'version', 'vital'],
  }),
} satisfies Record<string, Instrument>;

type NameOfKind<Kind extends Instrument['kind']> = {
  [Name in keyof typeof instruments]: (typeof instruments)[Name]['kind'] extends Kind ? Name : never;
}[keyof typeof instruments];
export type CounterName = NameOfKind<'counter'>;
export type HistogramName = NameOfKind<'histogram'>;
export type GaugeName = NameOfKind<'gauge' | 'total'>;
export type InstrumentName = keyof typeof instruments;
/** Every label of a figure: one that is not declared does not compile. */
export type LabelsOf<Name extends InstrumentName> = Readonly<
  Record<(typeof instruments)[Name]['labels'][number], string>
>;
export const instrumentOf = (name: InstrumentName): Instrument => instruments[name];
