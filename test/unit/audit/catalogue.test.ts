// The catalogue of what is written down (ASVS 16.1.1 and 16.2): every action of the audit log is recorded somewhere,
// and every event of the program's log stands in the guide, so that readers of either know what to expect.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { auditActions } from '../../../server/audit/audit.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

function sources(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [join(folder, file), readFileSync(join(root, folder, file), 'utf8')] as const)
}

const product = [...sources('server'), ...sources('cli')]

/** Named ahead of the feature that will write it; a word of the log is never renamed. */
const notYetWritten = ['key.updated']

test('every action of the audit log is written by somebody', () => {
  const writers = product.filter(([file]) => file !== join('server', 'audit', 'audit.ts'))
  const unwritten = auditActions.filter(
    (action) => !writers.some(([, text]) => text.includes(`'${action}'`)),
  )
  assert.deepEqual(
    unwritten.filter((action) => !notYetWritten.includes(action)),
    [],
  )
})

test('every event of the log stands in the guide, and nothing else does', () => {
  const written = product.flatMap(([, text]) =>
    [...text.matchAll(/\blog\s*\.(?:info|warn|error)\(\s*'([a-z_]+)'/g)].map(([, event]) => event),
  )
  const scheduledTasks = [
    ...readFileSync(join(root, 'server/schedule.ts'), 'utf8').matchAll(/name: '([a-z_]+)'/g),
  ].flatMap(([, name]) => [name, `${name}_failed`])
  const chosen = [
    'delivery_attempt_failed',
    'delivery_cancelled',
    'log_line_torn',
    'log_lines_lost',
    'uncaught_exception',
    'unhandled_rejection',
  ]
  const page = readFileSync(join(root, 'data/guide/audit.md'), 'utf8')
  const section = /<!-- log events -->([\s\S]*?)<!-- \/log events -->/.exec(page)?.[1] ?? ''
  const listed = [...section.matchAll(/`([a-z_]+)`/g)].map(([, event]) => event)
  assert.deepEqual(
    listed.toSorted(),
    [...new Set([...written, ...scheduledTasks, ...chosen])].toSorted(),
  )
})

test('no statement of ours changes or removes an entry of the audit log', () => {
  const touching = product.filter(
    ([, text]) =>
      /(?:updateTable|deleteFrom|replaceInto|mergeInto)\(\s*['"`]audit_entries/.test(text) ||
      /(?:update|delete from|replace into|drop table|alter table)\s+audit_entries/i.test(text),
  )
  assert.deepEqual(
    touching.map(([file]) => file),
    [],
  )
})
