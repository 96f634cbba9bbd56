import { useState } from 'react';
import { promptMaxLength } from '@parlance/shared/contract/values/prompt-length';
import {
  listEventSamples,
  testAutomation,
  type Automation,
  type EventSample,
} from '@parlance/shared/contract/api/automations/automations';
import { fillPlaces, unmetConditions, type FilledText } from '@parlance/shared/contract/agents/automation-places';
import { eventMaxBytes, type Condition, type Trigger } from '@parlance/shared/contract/agents/automation';
import { call } from '@parlance/shared/http';
import { useComposed } from '@parlance/shared/loading';
import { pathsOf, placesOf, readEvent, type Place } from './event-places.ts';

export type ShownEvent = {
  readonly items: readonly EventSample[];
  /** The reason they could not be loaded; null if they were. */
  readonly failure: unknown;
  readonly reload: () => void;
  /** The index of the shown sample; null if the event was typed here. */
  readonly chosen: number | null;
  readonly choose: (at: number) => void;
  /** The text of the field. */
  readonly text: string;
  readonly write: (text: string) => void;
  /** The reason it is invalid, as the end of a text's key. */
  readonly fault: 'noJson' | 'tooLong' | null;
  readonly places: readonly Place[];
  readonly paths: readonly string[];
  readonly fill: (template: string) => FilledText | null;
  readonly unmetOf: (conditions: readonly Condition[]) => readonly number[];
};

/** Made-up values of a form's event: its fields are known here, and change with every key press. */
const madeUpValues = {
  text: 'Ada Example',
  paragraph: 'A few sentences.',
  number: 42,
  email: 'ada@example.org',
  date: '2026-01-15',
  checkbox: true,
} as const;
const madeUpForm = ({ fields }: Extract<Trigger, { kind: 'form' }>): EventSample => ({
  id: null,
  at: null,
  event: JSON.stringify(
    Object.fromEntries(
      fields.map(({ name, kind, options }) => [name, kind === 'select' ? (options[0] ?? '') : madeUpValues[kind]]),
    ),
  ),
});

/** Manages an event to try an automation on: a received one, a made-up one, or a typed one. */
export function useEvent(trigger: Trigger, saved: Automation | null): ShownEvent {
  const automationId = saved?.id ?? null;
  // While a form is edited, the server is asked for events of the saved one.
  const asked = trigger.kind !== 'form' ? trigger : saved?.trigger.kind === 'form' ? saved.trigger : null;
  const samples = useComposed<readonly EventSample[]>(
    'agent-studio/event-samples',
    [automationId, asked],
    async (signal) => {
      if (asked === null) return [];
      const body = { trigger: asked, ...(automationId === null ? {} : { automation_id: automationId }) };
      return (await call(listEventSamples, { body }, { signal })).items;
    },
  );
  const [picked, pick] = useState(0);
  const [written, write] = useState<{ readonly of: Trigger['kind']; readonly text: string } | null>(null);
  const found = samples.status === 'ready' ? samples.data : [];
  const items = trigger.kind === 'form' ? [...found.filter(({ id }) => id !== null), madeUpForm(trigger)] : found;
  // An event for another trigger does not fit this one.
  const own = written?.of === trigger.kind ? written.text : null;
  const text = own ?? readable((items[picked] ?? items[0])?.event ?? '');
  const event = text === '' ? undefined : readEvent(text);
  const places = placesOf(event);
  return {
    items,
    failure: samples.status === 'failed' ? samples.failure : null,
    reload: samples.retry,
    chosen: own === null ? Math.min(picked, Math.max(0, items.length - 1)) : null,
    choose: (at) => {
      pick(at);
      write(null);
    },
    text,
    write: (next) => write({ of: trigger.kind, text: next }),
    fault:
      text === ''
        ? null
        : event === undefined
          ? 'noJson'
          : new TextEncoder().encode(text).length > eventMaxBytes
            ? 'tooLong'
            : null,
    places,
    paths: pathsOf(places),
    fill: (template) => (event === undefined ? null : fillPlaces(template, event, { longest: promptMaxLength })),
    unmetOf: (conditions) =>
      event === undefined ? [] : unmetConditions(conditions, event).filter((at) => conditions[at]?.path !== ''),
  };
}

/** Formats JSON with a line for each part. Anything else stays as it is. */
function readable(text: string): string {
  const event = text === '' ? undefined : readEvent(text);
  return event === undefined ? text : JSON.stringify(event, null, 2);
}

/** Tries a saved automation on an event; the result is an execution like any other. */
export const tryOn = (automationId: string, event: string, key: string) =>
  call(testAutomation, { params: { automation_id: automationId }, body: { idempotency_key: key, event } });
