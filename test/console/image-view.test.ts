import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  acted,
  firstStage,
  linked,
  type Stage,
  showing,
  showingFaces,
  viewOf,
} from '../../console/pages/verification/images/image-stage.ts'
import {
  brightened,
  fittedSize,
  type ImageFrame,
  type ImageView,
  imagePlaceOf,
  type Point,
  panned,
  turned,
  wholeView,
  zoomed,
} from '../../console/pages/verification/images/image-view.ts'

/** A card of 1600 by 1000 in a square pane: 400 by 250 once fitted. */
const card: ImageFrame = {
  pane: { width: 400, height: 400 },
  image: { width: 1600, height: 1000 },
}
const selfie: ImageFrame = {
  pane: { width: 400, height: 400 },
  image: { width: 600, height: 800 },
}

function view(zoom: number, x = 0.5, y = 0.5, turn: ImageView['turn'] = 0): ImageView {
  return { zoom, middle: { x, y }, turn, brightness: 1 }
}

function assertClose(found: Point, wanted: Point, name: string): void {
  const distance = Math.hypot(found.x - wanted.x, found.y - wanted.y)
  assert.ok(distance < 1e-9, `${name}: ${JSON.stringify(found)} for ${JSON.stringify(wanted)}`)
}

/** Pixels from the middle of the pane at which a place of the turned image is seen. */
function seenAt(shown: ImageView, frame: ImageFrame, place: Point): Point {
  const { shift } = imagePlaceOf(shown, frame)
  const fitted = fittedSize(frame, shown.turn)
  return {
    x: shift.x + (place.x - 0.5) * fitted.width * shown.zoom,
    y: shift.y + (place.y - 0.5) * fitted.height * shown.zoom,
  }
}

describe('an image is fitted into its pane', () => {
  const cases = [
    ['wider than the pane', card, 0, { width: 400, height: 250 }],
    ['turned by a quarter', card, 90, { width: 250, height: 400 }],
    ['turned upside down', card, 180, { width: 400, height: 250 }],
    ['higher than the pane', selfie, 0, { width: 300, height: 400 }],
    [
      'smaller than the pane',
      { pane: { width: 300, height: 900 }, image: { width: 30, height: 60 } },
      270,
      { width: 300, height: 150 },
    ],
  ] as const
  for (const [name, frame, turn, size] of cases) {
    test(name, () => assert.deepEqual(fittedSize(frame, turn), size))
  }
})

describe('what is in the middle of the pane', () => {
  const cases: readonly (readonly [string, ImageView, Point])[] = [
    ['stays where all is seen', zoomed(wholeView, card, 1, { x: 0.4, y: 0.4 }), { x: 0.5, y: 0.5 }],
    ['stays when enlarged there', zoomed(wholeView, card, 2), { x: 0.5, y: 0.5 }],
    // The corner of the pane: across, the edge of the image; down, beyond it, where nothing is.
    ['goes to the corner', zoomed(wholeView, card, 4, { x: 0.5, y: 0.5 }), { x: 0.875, y: 0.8 }],
    ['goes no further than an edge', panned(view(2), card, { x: 900, y: 0 }), { x: 0.25, y: 0.5 }],
    ['moves against the hand', panned(view(4), card, { x: -160, y: 100 }), { x: 0.6, y: 0.4 }],
    ['is held where all is seen', panned(view(1), card, { x: 50, y: 50 }), { x: 0.5, y: 0.5 }],
    // Twice enlarged the card is 500 high: 400 of them are seen.
    ['moves down as far as there is', panned(view(2), card, { x: 0, y: -900 }), { x: 0.5, y: 0.6 }],
    ['comes back when made smaller', zoomed(view(4, 0.875, 0.8), card, 0.1), { x: 0.5, y: 0.5 }],
    ['turns with the picture', turned(view(4, 0.8, 0.3), card), { x: 0.7, y: 0.8 }],
    ['turns and is held', turned(view(2, 0.75, 0.5), card), { x: 0.5, y: 0.75 }],
  ]
  for (const [name, { middle }, wanted] of cases) {
    test(name, () => assertClose(middle, wanted, name))
  }
})

describe('the place under the pointer stays where it is', () => {
  const places: readonly Point[] = [
    { x: 0, y: 0 },
    { x: 0.2, y: -0.1 },
    { x: -0.3, y: 0.25 },
  ]
  for (const turn of [0, 90, 180, 270] as const) {
    for (const at of places) {
      test(`turned by ${turn}, at ${at.x} ${at.y}`, () => {
        const before = view(3, 0.5, 0.5, turn)
        const fitted = fittedSize(card, turn)
        const pointer = { x: at.x * card.pane.width, y: at.y * card.pane.height }
        const place = {
          x: 0.5 + pointer.x / (fitted.width * 3),
          y: 0.5 + pointer.y / (fitted.height * 3),
        }
        assertClose(seenAt(before, card, place), pointer, 'before')
        const after = zoomed(before, card, 1.5, at)
        assertClose(seenAt(after, card, place), pointer, 'after')
      })
    }
  }
})

test('four turns and a way back lead to where one began', () => {
  const before = view(4, 0.8, 0.3)
  const after = [1, 2, 3, 4].reduce((shown) => turned(shown, card), before)
  assert.equal(after.turn, 0)
  assertClose(after.middle, before.middle, 'middle')
})

test('enlargement and brightness stay within their limits', () => {
  assert.equal(zoomed(wholeView, card, 1000).zoom, 12)
  assert.equal(zoomed(wholeView, card, 0.001).zoom, 1)
  const steps = Array.from({ length: 40 })
  assert.equal(steps.reduce<ImageView>((one) => brightened(one, 0.2), wholeView).brightness, 2.4)
  assert.equal(steps.reduce<ImageView>((one) => brightened(one, -0.2), wholeView).brightness, 0.4)
  const there = brightened(brightened(wholeView, 0.2), -0.2)
  assert.equal(there.brightness, 1)
})

test('a rotated image keeps the shape of its element, so that only the rotation changes it', () => {
  const low: ImageFrame = { ...card, pane: { width: 600, height: 300 } }
  assert.deepEqual(imagePlaceOf(view(1), low).size, { width: 480, height: 300 })
  assert.deepEqual(imagePlaceOf(view(1, 0.5, 0.5, 90), low).size, { width: 300, height: 187.5 })
  assert.deepEqual(imagePlaceOf(view(3, 0.5, 0.5, 270), selfie).size, { width: 300, height: 400 })
})

describe('on the stage', () => {
  const frames = { front: card, selfie }
  const zoom = { kind: 'zoom', factor: 2 } as const
  const apart = firstStage('front')

  test('faces begin at the same size, and the selfie stays turned', () => {
    const turnedSelfie = acted(
      acted(apart, frames, zoom, 'selfie'),
      frames,
      { kind: 'turn' },
      'selfie',
    )
    const faces = showingFaces(turnedSelfie)
    assert.deepEqual([viewOf(faces, 'selfie').zoom, viewOf(faces, 'selfie').turn], [1, 90])
    assert.equal(viewOf(faces, 'portrait').zoom, 1)
    const enlarged = acted(faces, frames, zoom, 'selfie')
    assert.equal(viewOf(showingFaces(enlarged), 'selfie').zoom, 2, 'nothing is undone by leaving')
  })

  test('one image is changed, and becomes the active one', () => {
    const after = acted(apart, frames, zoom, 'selfie')
    assert.equal(after.active, 'selfie')
    assert.equal(viewOf(after, 'selfie').zoom, 2)
    assert.equal(viewOf(after, 'front').zoom, 1)
  })

  test('linked images are changed together, from the same place on', () => {
    const near: Stage = { ...apart, views: { front: view(4, 0.7, 0.6) } }
    const together = linked(near, frames)
    assert.equal(viewOf(together, 'selfie').zoom, 4)
    assertClose(viewOf(together, 'selfie').middle, { x: 0.7, y: 0.6 }, 'taken over')
    const after = acted(together, frames, zoom)
    assert.equal(viewOf(after, 'front').zoom, 8)
    assert.equal(viewOf(after, 'selfie').zoom, 8)
    assert.equal(viewOf(acted(linked(after, frames), frames, zoom), 'selfie').zoom, 8)
  })

  test('a missing image is left alone', () => {
    const after = acted({ ...apart, isLinked: true }, frames, zoom)
    assert.equal(after.views.back, undefined)
  })

  test('the same thumbnail shows one alone, then all again', () => {
    const alone = showing(apart, 'selfie')
    assert.deepEqual([alone.shown, alone.active], ['selfie', 'selfie'])
    assert.equal(showing(alone, 'selfie').shown, 'all')
    assert.equal(showing(alone, 'front').shown, 'front')
  })

  test('reset undoes every change to an image', () => {
    const acts = [zoom, { kind: 'turn' }, { kind: 'brighten', step: 0.2 }] as const
    const done = acts.reduce<Stage>((stage, act) => acted(stage, frames, act), apart)
    assert.notDeepEqual(viewOf(done, 'front'), wholeView)
    assert.deepEqual(viewOf(acted(done, frames, { kind: 'reset' }), 'front'), wholeView)
  })
})
