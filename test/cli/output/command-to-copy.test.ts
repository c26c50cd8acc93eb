import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandToCopy } from '../../../cli/command-to-copy.ts'
import type { Place } from '../../../cli/place.ts'

const cases: readonly (readonly [place: Place, command: string])[] = [
  [{}, 'svc status'],
  [{ demo: true }, 'svc status --demo'],
  [{ config: '/etc/svc/svc.conf' }, 'svc status --config /etc/svc/svc.conf'],
  [{ dataDir: 'var/a', demo: true }, 'svc status --data-dir var/a --demo'],
  [
    { config: '/mnt/my disk/svc.conf', dataDir: "/o'brien" },
    "svc status --config '/mnt/my disk/svc.conf' --data-dir '/o'\\''brien'",
  ],
  [{ dataDir: '$HOME;rm' }, "svc status --data-dir '$HOME;rm'"],
  [{ dataDir: '' }, "svc status --data-dir ''"],
]

for (const [place, command] of cases) {
  test(`a command to copy names the place as it was given: ${command}`, () => {
    assert.equal(commandToCopy({ place }, 'svc status'), command)
  })
}
