import assert from 'node:assert/strict';
import { test } from 'node:test';
import { employeeFields } from '@paydesk/contract/resources/users/fields.ts';
import { manifest } from './manifest.ts';

test('EM-09..18 what a new employee needs is what the form asks for', () => {
  const intro = manifest['add-employee'].intro.toLowerCase();
  const said = { firstName: 'name', lastName: 'name', email: 'address', phoneNumber: 'phone' };
  const required = Object.entries(employeeFields).flatMap(([key, field]) =>
    // a role stands there already
    'required' in field && key !== 'userRole' ? [key] : [],
  );
  assert.deepEqual(required, Object.keys(said));
  for (const word of Object.values(said)) assert.match(intro, new RegExp(word));
});
