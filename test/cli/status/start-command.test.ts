import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCommand } from '../../../cli/status/start-command.ts'

test('a server that systemd runs is started by its unit, a copy elsewhere by svc serve', () => {
  assert.equal(startCommand({ place: {} }, true), 'systemctl start svc')
  assert.equal(startCommand({ place: {} }, false), 'svc serve')
  const drill = { place: { dataDir: '/var/lib/svc/drill' } }
  assert.equal(startCommand(drill, true), 'svc serve --data-dir /var/lib/svc/drill')
  assert.equal(startCommand({ place: { demo: true } }, true), 'svc serve --demo')
  // A checkout has no unit.
  assert.equal(startCommand({ place: {} }), 'svc serve')
})
