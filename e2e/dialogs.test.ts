import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { AnyRecord } from '../packages/contract/src/kernel/record.ts';
import { DIALOGS, OVER_MANY, partsOf, SHAPES, type AnyAction } from './dialogs.ts';

const contract = new URL('../packages/contract/src/', import.meta.url);

const isRecord = (value: object): value is AnyRecord => 'actions' in value && 'entity' in value;
const isAction = (value: object): value is AnyAction => 'whyNot' in value && 'fields' in value;

/** Every action that the contract declares, of a record or by itself, by the words to find it by. */
async function actionsOfContract(): Promise<Map<AnyAction, string>> {
  const found = new Map<AnyAction, string>();
  for (const file of globSync('{resources,kernel}/**/*.ts', { cwd: contract })) {
    if (file.endsWith('.test.ts')) continue;
    const module = (await import(new URL(file, contract).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (typeof value !== 'object' || value === null) continue;
      if (isAction(value)) found.set(value, `${name} of ${file}`);
      if (!isRecord(value)) continue;
      for (const [key, action] of Object.entries(value.actions as Record<string, AnyAction>))
        found.set(action, key);
    }
  }
  return found;
}

const isWithin = (parts: readonly string[]) =>
  SHAPES.some((shape) => parts.every((part) => shape.includes(part)));

test('every action’s dialog is looked at by axe, or made of nothing but what one that is looked at has', async () => {
  const all = await actionsOfContract();
  // a folder that is no more would leave nothing to look at
  assert.ok(all.size > 100, `${all.size} actions`);
  const unseen: string[] = [];
  for (const [action, name] of all) {
    // a form that is a screen is looked at where the walk opens it
    if (!action.dialog && Object.keys(action.fields).length) continue;
    for (const parts of [partsOf(action), action.many ? [OVER_MANY] : []])
      if (!isWithin(parts)) unseen.push(`${name}: ${parts.join(', ')}`);
  }
  assert.deepEqual(unseen, [], 'each needs a stop in e2e/dialogs.ts');
  // what asks for a new code stands above whichever dialog: one stop of its own for all of them
  const others = readFileSync(new URL('accessibility.spec.ts', import.meta.url), 'utf8');
  if ([...all.keys()].some(({ sensitive }) => sensitive))
    assert.match(others, /^  'a new code asked for above a refund': \{$/m);
  for (const [name, { opens }] of Object.entries(DIALOGS))
    for (const action of opens) assert.ok(all.has(action), `${name}: ${action.label}`);
});
