// Slow: exports a thousand events for each test. usage.test.ts counts some in the fast lane.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { runSvc } from '../memory-shell.ts'
import { openUsed } from './usage-installation.ts'

test('svc usage export writes each event as a CloudEvent that is the same every time', async (t) => {
  const { svc, keyId } = await openUsed(t)
  const asked = ['usage', 'export', '--from', '2026-11-01', '--to', '2026-11-02', '--env', 'live']
  const { status, out, err } = await svc(asked)
  assert.deepEqual([status, err], [0, '2 events exported.\n'])
  assert.equal((await svc(asked)).out, out)
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const verify = events.find(({ type }) => type === 'kyc.verify')
  const { id, source, data, ...rest } = verify
  assert.match(id, /^use_[0-9a-z]{26}$/)
  assert.match(source, /^\/svc\/ins_[0-9a-z]{26}\/live$/)
  assert.deepEqual(rest, {
    specversion: '1.0',
    type: 'kyc.verify',
    subject: keyId,
    time: '2026-11-01T00:00:00.000Z',
    datacontenttype: 'application/json',
  })
  assert.deepEqual(Object.keys(data).toSorted(), [
    'api_key_id',
    'billable',
    'environment',
    'quantity',
    'source',
    'verification_id',
  ])
})

test('svc usage export without --to says where it ended, and nothing is left out or doubled from there on', async (t) => {
  const { svc, json, folder } = await openUsed(t)
  const first = await svc(['usage', 'export'])
  const [, end] =
    /exported\. It ends before (\S+Z); for the next one: --from \1\n$/.exec(first.err) ?? []
  assert.ok(end, first.err)
  const next = await svc(['usage', 'export', '--from', end, '--to', '9999-12-31'])
  const all = await svc(['usage', 'export', '--to', '9999-12-31'])
  assert.equal(first.out + next.out, all.out)
  const file = join(folder, 'events.jsonl')
  const { ends_before } = await json(['usage', 'export', '--out', file])
  assert.ok(String(ends_before) >= end)
})

test('svc usage export --format csv has a line for every event there is, oldest first', async (t) => {
  const { svc } = await openUsed(t)
  const { out } = await svc(['usage', 'export', '--format', 'csv', '--to', '2026-12-01'])
  const [heading, ...lines] = out.trimEnd().split('\r\n')
  assert.match(heading ?? '', /^id,type,environment,api_key_id,verification_id,quantity,billable,/)
  assert.equal(lines.length, 1203)
  const ids = lines.map((line) => line.split(',')[0])
  assert.deepEqual(ids, ids.toSorted())
  assert.equal(new Set(ids).size, 1203)
})

test('svc usage export keeps a number that a correction made negative, and disarms its reason', async (t) => {
  const { svc } = await openUsed(t)
  const listed = await svc(['usage', 'export', '--format', 'csv', '--to', '2026-11-02'])
  const id = listed.out.split('\n')[1]?.split(',')[0] ?? ''
  await svc(['usage', 'correct', id, '--reason', '=1+1', '--yes'])
  const { out } = await svc(['usage', 'export', '--format', 'csv', '--to', '9999-12-31'])
  assert.match(out, new RegExp(`,-1,(true|false),correction,[^,]+,${id},'=1\\+1\\r\\n$`))
})

for (const [args, said] of [
  [['usage', 'export', '--csv'], /unknown option '--csv'\nSee: svc usage export --help/],
  [['usage', 'export', '--group-by', 'day'], /unknown option '--group-by'/],
  [['usage', 'recount', '--csv'], /unknown option '--csv'/],
  [['usage', '--csv', 'export'], /--csv is an option of svc usage, not of svc usage export\. See:/],
  [
    ['usage', '--from', '2026-11-01', 'export'],
    /--from stands before export, .* Write: svc usage export --from <when>/,
  ],
  [['usage', 'export', '--json', '--format', 'csv'], /Either --format csv or --json, not both/],
  [['outbound', 'export', '--csv'], /unknown option '--csv'/],
  [['outbound', 'export', '--json', '--format', 'csv'], /Either --format csv or --json, not both/],
] as const) {
  test(`svc ${args.join(' ')} is refused, and writes nothing`, async () => {
    const { status, out, err } = await runSvc(args)
    assert.deepEqual([status, out], [2, ''])
    assert.match(err, said)
  })
}

test('svc usage export --out writes a file for its owner alone, whole or not at all', async (t) => {
  const { svc, json, folder } = await openUsed(t)
  const file = join(folder, 'november.csv')
  writeFileSync(file, 'an old one', { mode: 0o644 })
  const link = join(folder, 'link.csv')
  symlinkSync(file, link)
  const asked = ['usage', 'export', '--format', 'csv', '--to', '2026-11-05']
  const { status, out, err } = await svc([...asked, '--out', link])
  assert.deepEqual([status, out, err], [0, '', `1203 events exported in ${link}.\n`])
  assert.ok(lstatSync(link).isSymbolicLink())
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(readFileSync(file, 'utf8'), (await svc(asked)).out)
  const events = join(folder, 'events.jsonl')
  assert.deepEqual(await json(['usage', 'export', '--to', '2026-11-05', '--out', events]), {
    file: events,
    exported: 1203,
  })
  const left = readdirSync(folder)
  assert.notEqual((await svc([...asked, '--out', join(folder, 'none', 'x')])).status, 0)
  assert.deepEqual(readdirSync(folder), left)
})

test('svc usage export ends where nobody reads any more, as no failure', async (t) => {
  const { configFile } = await openUsed(t)
  const args = ['usage', 'export', '--to', '2026-11-05', '--config', configFile]
  const child = spawn(process.execPath, ['cli/svc.js', ...args])
  child.stdout.destroy()
  const [err, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  assert.deepEqual([status, err], [0, ''], 'and does not say that it wrote them all')
})
