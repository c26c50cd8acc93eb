import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portraitBox } from '../../../server/markets/document-layouts.ts'

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the portraits of the specimens are, measured by eye. */
const rows: readonly (readonly [
  idType: 'national_id' | 'passport',
  size: readonly [number, number],
  Place,
])[] = [
  ['national_id', [1600, 1068], { x: 139, y: 301, width: 355, height: 453 }],
  ['passport', [2400, 1880], { x: 210, y: 510, width: 520, height: 663 }],
]

for (const [idType, [width, height], face] of rows) {
  test(`the portrait of a ${idType} lies within the box of its layout`, () => {
    const box = portraitBox(idType, { width, height })
    assert.ok(box.left <= face.x && box.top <= face.y, JSON.stringify(box))
    assert.ok(box.left + box.width >= face.x + face.width, JSON.stringify(box))
    assert.ok(box.top + box.height >= face.y + face.height, JSON.stringify(box))
    assert.ok(box.width * box.height < (width * height) / 3, 'it is a part of the image')
  })
}

test('the box lies within images of any shape', () => {
  for (const [width, height] of [
    [300, 4000],
    [4000, 300],
    [1, 1],
    [900, 1500],
  ] as const) {
    for (const idType of ['national_id', 'passport', 'voter_id'] as const) {
      const box = portraitBox(idType, { width, height })
      const isInside = box.left + box.width <= width && box.top + box.height <= height
      assert.ok(isInside && box.width > 0 && box.height > 0, JSON.stringify([width, height, box]))
    }
  }
})
