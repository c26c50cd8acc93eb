// Each specimen is what its drawing would be drawn as now. The images themselves are not drawn again: that takes fonts.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { poorSpecimens, specimens } from '../../../scripts/specimens/drawings.ts'
import drawn from '../../../scripts/specimens/drawn.json' with { type: 'json' }

const root = join(import.meta.dirname, '../../..')

test('the specimens were drawn since their drawings last changed: scripts/draw-specimens.ts draws them', () => {
  const now = Object.entries({ ...specimens, ...poorSpecimens }).map(([name, draw]) => {
    const image = readFileSync(join(root, 'data/reference/specimens', name))
    return [name, { drawing: hash('sha256', draw()), image: hash('sha256', image) }]
  })
  assert.deepEqual(drawn, Object.fromEntries(now))
})
