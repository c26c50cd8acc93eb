import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { imagePlaces } from '../../../server/images/image-places.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const day = '2026-11-21'

function openPlaces(t: TestContext) {
  const folder = tempFolder(t)
  const root = join(folder, 'images')
  mkdirSync(root)
  const places = imagePlaces(root)
  const move = (name: string) => {
    const from = join(folder, name)
    writeFileSync(from, name)
    return places.move([{ from, file: `${day}/${name}` }])
  }
  return { root, move, placed: () => readdirSync(join(root, day)).sort() }
}

test('images of concurrent submissions are all in place when their moves resolve', async (t) => {
  const { move, placed } = openPlaces(t)
  const names = Array.from({ length: 20 }, (_, index) => `img_${index}`).sort()
  await Promise.all(names.map(move))
  assert.deepEqual(placed(), names)
})

test('an image is placed although the sweep removed the empty folder of its day', async (t) => {
  const { root, move, placed } = openPlaces(t)
  await move('img_1')
  rmSync(join(root, day), { recursive: true })
  await move('img_2')
  assert.deepEqual(placed(), ['img_2'])
})

test('a folder that could not be made is made by the next submission', async (t) => {
  const { root, move, placed } = openPlaces(t)
  writeFileSync(join(root, day), 'in the way')
  await assert.rejects(move('img_1'), { code: 'EEXIST' })
  rmSync(join(root, day))
  await move('img_2')
  assert.deepEqual(placed(), ['img_2'])
})
