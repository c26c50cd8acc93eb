// Measures how many unreadable images the preflight finds, and how many readable ones it flags: specimens and real
// photos, degraded in known ways, go through the product's own image reader.
// Usage: node scripts/bench/image-quality.ts [--documents FOLDER]... [--faces FOLDER]... [--list]

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createImageReader } from '../../server/images/admission/inspect-image.ts'
import type { ImageFindingCode } from '../../server/images/image.ts'
import type { Expectation } from '../../server/images/inspection.ts'
import type { GreyImage } from '../../server/images/quality/grey-image.ts'
import { openGrey, readable, unreadable } from './degrade-image.ts'

interface Sample {
  readonly name: string
  readonly bytes: Buffer
  readonly expectation: Expectation
}

interface Row {
  readonly expected: 'found' | 'let pass'
  readonly fault: string
  images: number
  flagged: number
}

/** Findings that count as detecting an unreadable image. Findings about its size do not count. */
const unreadableCodes: readonly ImageFindingCode[] = [
  'image_blurred',
  'image_compressed',
  'image_too_narrow',
]

/** Smaller photos are refused or found too small anyway. */
const longSideMin = 600

const { values } = parseArgs({
  options: {
    documents: { type: 'string', multiple: true, default: [] },
    faces: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
  },
})
const specimens = fileURLToPath(new URL('../../data/reference/specimens', import.meta.url))
const reader = createImageReader({ concurrency: 2 })
const rows = new Map<string, Row>()

for (const sample of await samples()) {
  const grey = await openGrey(sample.bytes)
  if (Math.max(grey.width, grey.height) < longSideMin) continue
  await judgeAll(sample, grey, 'found', unreadable)
  await judgeAll(sample, grey, 'let pass', readable)
}
report()
reader.close()

async function samples(): Promise<readonly Sample[]> {
  const own = readdirSync(specimens).filter((name) => name.endsWith('.jpg'))
  const isFace = (name: string) => name.startsWith('selfie')
  return [
    ...own.map((name) => load(specimens, name, isFace(name) ? 'selfie' : 'front')),
    ...values.documents.flatMap((folder) =>
      imagesIn(folder).map((name) => load(folder, name, 'front')),
    ),
    ...values.faces.flatMap((folder) =>
      imagesIn(folder).map((name) => load(folder, name, 'selfie')),
    ),
  ]
}

function imagesIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /\.(jpe?g|png)$/.test(name))
}

function load(folder: string, name: string, role: 'front' | 'selfie'): Sample {
  const idType = name.includes('pass') ? 'passport' : 'national_id'
  return { name, bytes: readFileSync(join(folder, name)), expectation: { role, idType } }
}

async function judgeAll(
  sample: Sample,
  grey: GreyImage,
  expected: Row['expected'],
  faults: typeof unreadable,
): Promise<void> {
  for (const { fault, variants } of faults) {
    for (const { name, make } of variants) {
      const bytes = await make(grey, sample.bytes)
      const inspection = await reader.inspect(bytes, sample.expectation, { measureQuality: true })
      const codes =
        inspection.kind === 'readable' ? inspection.findings.map(({ code }) => code) : []
      const isFlagged = unreadableCodes.some((code) => codes.includes(code))
      count(expected, fault, isFlagged)
      if (!values.list || isFlagged === (expected === 'found')) continue
      const sharpness = inspection.kind === 'readable' ? inspection.figures?.sharpness : undefined
      console.log(
        `${expected}, but ${isFlagged ? 'flagged' : 'missed'}: ${sample.name}, ${name} (${sharpness?.toFixed(3)})`,
      )
    }
  }
}

function count(expected: Row['expected'], fault: string, isFlagged: boolean): void {
  const row = rows.get(`${expected} ${fault}`) ?? { expected, fault, images: 0, flagged: 0 }
  row.images += 1
  if (isFlagged) row.flagged += 1
  rows.set(`${expected} ${fault}`, row)
}

function report(): void {
  console.log('| expected | fault | images | flagged | share |\n|---|---|---|---|---|')
  for (const row of rows.values()) print(row)
  for (const expected of ['found', 'let pass'] as const) {
    const all = [...rows.values()].filter((row) => row.expected === expected)
    const sum = (part: 'images' | 'flagged') => all.reduce((total, row) => total + row[part], 0)
    print({ expected, fault: 'all', images: sum('images'), flagged: sum('flagged') })
  }
}

function print({ expected, fault, images, flagged }: Row): void {
  const share = ((100 * flagged) / images).toFixed(1)
  console.log(`| ${expected} | ${fault} | ${images} | ${flagged} | ${share} % |`)
}
