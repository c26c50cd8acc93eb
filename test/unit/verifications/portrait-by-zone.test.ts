// Slow: turns photos of documents.
//
// The portrait found by the zone: of a drawn passport that lies turned in the photo, the same face is shown, straight.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { toScreenJpeg } from '../../../server/images/decoder/screen-copy.ts'
import { portraitByZone, zonePart } from '../../../server/verifications/zone/portrait-by-zone.ts'
import type { ZoneCorners } from '../../../server/verifications/zone/zone-reading.ts'
import { specimen } from '../../support/images/specimens.ts'

/** Of the drawn passport, whose frame around the portrait was measured by eye. */
const page = { width: 2400, height: 1880 }
const zone = { left: 200, top: 1504, right: 2190, bottom: 1704 }
const portrait = { left: 210, top: 510, right: 730, bottom: 1173 }

/** Photos show the page at half its size: a quarter of the work, and the same geometry. */
const photoScale = 0.5

/** Where the corners are after the picture was turned around its middle, and became larger for it. */
function cornersTurned(degrees: number, size: typeof page, scale = 1): ZoneCorners {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const turned = (x: number, y: number) => {
    const [right, down] = [(x - page.width / 2) * scale, (y - page.height / 2) * scale]
    return {
      x: right * cos - down * sin + size.width / 2,
      y: right * sin + down * cos + size.height / 2,
    }
  }
  return {
    topLeft: turned(zone.left, zone.top),
    topRight: turned(zone.right, zone.top),
    bottomRight: turned(zone.right, zone.bottom),
    bottomLeft: turned(zone.left, zone.bottom),
  }
}

async function shown(picture: Buffer, degrees: number): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  const crop = portraitByZone('passport', cornersTurned(degrees, { width, height }, photoScale))
  assert.ok(crop)
  const facts = { format: 'jpeg', width, height, orientation: 1 } as const
  return toScreenJpeg(sharp, picture, facts, { sidePixelsMax: 1000, crop, secondsMax: 15 })
}

/** A few grey pixels, to compare. */
const small = (picture: Buffer) =>
  sharp(picture).resize(24, 30, { fit: 'fill' }).greyscale().raw().toBuffer()

test('holds the whole portrait, and little more', () => {
  const part = portraitByZone('passport', cornersTurned(0, page))
  assert.ok(part)
  assert.equal(part.turn, 0)
  assert.ok(part.left <= portrait.left && part.top <= portrait.top, JSON.stringify(part))
  assert.ok(part.left + part.width >= portrait.right, JSON.stringify(part))
  assert.ok(part.top + part.height >= portrait.bottom, JSON.stringify(part))
  const area = (portrait.right - portrait.left) * (portrait.bottom - portrait.top)
  assert.ok(part.width * part.height < 2 * area, JSON.stringify(part))
})

test('is shown straight and at one size, however the document lies in the photo', async () => {
  const straight = await sharp(specimen('passport.jpg'))
    .resize(page.width * photoScale, page.height * photoScale)
    .jpeg()
    .toBuffer()
  const expected = await small(await shown(straight, 0))
  for (const degrees of [7, 90, 203, -31]) {
    const photo = await sharp(straight).rotate(degrees, { background: '#777' }).jpeg().toBuffer()
    const face = await shown(photo, degrees)
    const { width = 0, height = 1 } = await sharp(face).metadata()
    assert.ok(Math.abs(width / height - 36 / 46) < 0.01, `${width} x ${height}`)
    const found = await small(face)
    const apart = found.reduce((sum, level, at) => sum + Math.abs(level - (expected[at] ?? 0)), 0)
    assert.ok(apart / found.length < 6, `${degrees}°: ${apart / found.length} levels apart`)
  }
})

test('is white where it reaches beyond the photo', async () => {
  const black = sharp({ create: { width: 900, height: 700, channels: 3, background: 'black' } })
  const picture = await black.jpeg().toBuffer()
  const crop = { left: -50, top: 100, width: 100, height: 100, turn: 10 }
  const facts = { format: 'jpeg', width: 900, height: 700, orientation: 1 } as const
  const copy = await toScreenJpeg(sharp, picture, facts, {
    sidePixelsMax: null,
    crop,
    secondsMax: 15,
  })
  const { data, info } = await sharp(copy).greyscale().raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [100, 100])
  const levelAt = (x: number) => data[50 * info.width + x] ?? -1
  assert.ok(levelAt(10) > 240 && levelAt(90) < 15, `${levelAt(10)} ${levelAt(90)}`)
})

test('is not looked for by three lines, which stand on the back', () => {
  const corners = {
    topLeft: { x: 0, y: 0 },
    topRight: { x: 760, y: 0 },
    bottomRight: { x: 760, y: 165 },
    bottomLeft: { x: 0, y: 165 },
  }
  assert.equal(portraitByZone('national_id', corners), undefined)
})

test('a zone upside down in the photo is turned by a half circle', () => {
  const part = zonePart(cornersTurned(180, page))
  assert.equal(Math.abs(Math.round(part.turn)), 180)
  assert.equal(Math.round(part.width), zone.right - zone.left)
  const corner = [page.width - zone.right, page.height - zone.bottom]
  assert.deepEqual([part.left, part.top].map(Math.round), corner)
})
