import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Place } from '../../cli/place.ts'
import { withPlace } from '../../cli/place-hints.ts'
import { install } from './installation.ts'

const names = new Map([
  ['status', []],
  ['serve', []],
  ['help', []],
  ['rollback', []],
  ['crypto', ['status', 'split', 'escrow']],
  ['users', ['list']],
])
const demo: Place = { demo: true }

const cases: readonly (readonly [text: string, told: string, place?: Place])[] = [
  ['Run svc crypto status.', 'Run svc crypto status --demo.'],
  ['Run svc crypto status.', 'Run svc crypto status.', {}],
  ['Run svc status.', "Run svc status --config '/my disk/a'.", { config: '/my disk/a' }],
  [
    'Make new shares: svc crypto split 3 of 5; then svc crypto escrow confirm.',
    'Make new shares: svc crypto split --demo 3 of 5; then svc crypto escrow --demo confirm.',
  ],
  ['Undo it: svc rollback --to 1.2.0', 'Undo it: svc rollback --demo --to 1.2.0'],
  ['do it on the host with svc users.', 'do it on the host with svc users --demo.'],
  ['See svc status again', 'See svc status --demo again'],
  ['Progress: svc crypto status --demo', 'Progress: svc crypto status --demo'],
  ['svc users list --all --demo or svc status', 'svc users list --all --demo or svc status --demo'],
  ['See: svc help backup', 'See: svc help backup'],
  ['another svc serve (process 4) runs', 'another svc serve (process 4) runs'],
  ['no file made by svc users list.', 'no file made by svc users list.'],
  ['svc runs as the role svc', 'svc runs as the role svc'],
]

for (const [text, told, place = demo] of cases) {
  test(`a message names the installation in its commands: ${told}`, () => {
    assert.equal(withPlace({ place }, names, text), told)
  })
}

test('messages, errors and verdicts advise commands for the installation that was named', async (t) => {
  const { svc, configFile } = await install(t)
  const advised = `--config ${configFile}`
  await svc(['crypto', 'rotate-data', '--yes'])
  const refused = await svc(['crypto', 'rotate-data', '--yes'])
  assert.ok(refused.err.includes(`svc crypto status ${advised} shows`), refused.err)
  const json = await svc(['crypto', 'rotate-data', '--yes', '--json'])
  assert.ok(JSON.parse(json.err).error.message.includes(advised))
  const status = await svc(['crypto', 'status'])
  assert.ok(status.out.replace(/\s+/g, ' ').includes(`svc crypto split ${advised} 3 of 5`))
  const doctor = await svc(['doctor', '--only', 'access'])
  assert.ok(doctor.out.includes(`svc users setup-link ${advised}`), doctor.out)
  const master = await svc(['crypto', 'rotate-master', '--yes'])
  assert.ok(master.err.includes(`svc crypto escrow ${advised} confirm`), master.err)
})
