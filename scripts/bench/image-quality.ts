// How many unreadable pictures the preflight finds, and how many readable ones it flags: specimens and real
// photographs, degraded in known ways, go through the product's own image reader.
// Usage: node scripts/bench/image-quality.ts [--documents FOLDER]... [--faces FOLDER]... [--list]

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { FindingCode } from '../../server/evidence/evidence.ts'
import { createImageReader } from '../../server/evidence/inspect-image.ts'
import type { Expectation } from '../../server/evidence/inspection.ts'
import { type Grey, openGrey, readable, unreadable } from './degrade-picture.ts'

interface Sample {
  readonly name: string
  readonly bytes: Buffer
  readonly expectation: Expectation
}

interface Row {
  readonly asked: 'found' | 'let pass'
  readonly fault: string
  pictures: number
  flagged: number
}

/** What the preflight may say of a picture that nobody can read; its size is another matter. */
const sayingUnreadable: readonly FindingCode[] = [
  'image_blurred',
  'image_compressed',
  'image_too_narrow',
]

/** Below it a photo is refused or found too small anyway. */
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
      picturesIn(folder).map((name) => load(folder, name, 'front')),
    ),
    ...values.faces.flatMap((folder) =>
      picturesIn(folder).map((name) => load(folder, name, 'selfie')),
    ),
  ]
}

function picturesIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /\.(jpe?g|png)$/.test(name))
}

function load(folder: string, name: string, role: 'front' | 'selfie'): Sample {
  const idType = name.includes('pass') ? 'passport' : 'national_id'
  return { name, bytes: readFileSync(join(folder, name)), expectation: { role, idType } }
}

async function judgeAll(
  sample: Sample,
  grey: Grey,
  asked: Row['asked'],
  faults: typeof unreadable,
): Promise<void> {
  for (const { fault, variants } of faults) {
    for (const { name, make } of variants) {
      const bytes = await make(grey, sample.bytes)
      const inspection = await reader.inspect(bytes, sample.expectation, { measureQuality: true })
      const codes =
        inspection.kind === 'readable' ? inspection.findings.map(({ code }) => code) : []
      const isFlagged = sayingUnreadable.some((code) => codes.includes(code))
      count(asked, fault, isFlagged)
      if (!values.list || isFlagged === (asked === 'found')) continue
      const sharpness = inspection.kind === 'readable' ? inspection.figures?.sharpness : undefined
      console.log(
        `${asked}, but ${isFlagged ? 'flagged' : 'missed'}: ${sample.name}, ${name} (${sharpness?.toFixed(3)})`,
      )
    }
  }
}

function count(asked: Row['asked'], fault: string, isFlagged: boolean): void {
  const row = rows.get(`${asked} ${fault}`) ?? { asked, fault, pictures: 0, flagged: 0 }
  row.pictures += 1
  if (isFlagged) row.flagged += 1
  rows.set(`${asked} ${fault}`, row)
}

function report(): void {
  console.log('| to be | picture | pictures | flagged | share |\n|---|---|---|---|---|')
  for (const row of rows.values()) print(row)
  for (const asked of ['found', 'let pass'] as const) {
    const all = [...rows.values()].filter((row) => row.asked === asked)
    const sum = (part: 'pictures' | 'flagged') => all.reduce((total, row) => total + row[part], 0)
    print({ asked, fault: 'all', pictures: sum('pictures'), flagged: sum('flagged') })
  }
}

function print({ asked, fault, pictures, flagged }: Row): void {
  const share = ((100 * flagged) / pictures).toFixed(1)
  console.log(`| ${asked} | ${fault} | ${pictures} | ${flagged} | ${share} % |`)
}
