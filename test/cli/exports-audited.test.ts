import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { install } from './installation.ts'

for (const [name, argv, action] of [
  ['usage', ['usage', 'export', '--from', '2026-11-01', '--format', 'csv'], 'usage.exported'],
  ['the outbound log', ['outbound', 'export'], 'outbound.exported'],
  ['the audit log', ['audit', 'export'], 'audit.exported'],
] as const) {
  test(`an export of ${name} is in the audit log, and at its end with the digest of what went out`, async (t) => {
    const { svc, json } = await install(t)
    const exported = await svc([...argv])
    assert.equal(exported.status, 0, exported.err)
    const { items } = await json(['audit', 'list', '--action', action])
    const [ended, begun] = items as { actor: object; details: Record<string, unknown> }[]
    assert.equal((items as unknown[]).length, 2)
    assert.equal(begun?.details.hash, undefined)
    assert.equal(ended?.details.hash, createHash('sha256').update(exported.out).digest('hex'))
    assert.equal(typeof ended?.details.count, 'number')
    assert.equal(ended?.details.os_uid, process.getuid?.())
  })
}
