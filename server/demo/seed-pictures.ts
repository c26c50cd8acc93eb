// Hands in the drawn specimens in the place of photos. What each shows is looked at once; every
// verification gets sealed copies of its own.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Appliance } from '../appliance.ts'
import type { SealingKey } from '../crypto/seal.ts'
import { evidenceBoundTo } from '../evidence/evidence-bound-to.ts'
import type { StagedImage } from '../evidence/record-evidence.ts'
import type { DocumentType } from '../markets/market.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { LivePart } from './invented/cast.ts'

export type SpecimenPictures = (
  part: LivePart,
  dataKey: SealingKey,
) => Promise<readonly StagedImage[]>

type Looked = Pick<StagedImage, 'sha256' | 'facts' | 'findings'> & { readonly bytes: Buffer }

const folder = new URL('../../data/reference/specimens/', import.meta.url)

export function openSpecimenPictures(
  appliance: Pick<Appliance, 'files' | 'images'>,
): SpecimenPictures {
  const looked = new Map<string, Promise<Looked>>()

  async function stage(
    role: ImageRole,
    name: string,
    { idType, dataKey }: { readonly idType: DocumentType; readonly dataKey: SealingKey },
  ): Promise<StagedImage> {
    const key = `${name} ${idType}`
    const looking = looked.get(key) ?? look(appliance, name, { role, idType })
    looked.set(key, looking)
    const { bytes, ...seen } = await looking
    const sink = appliance.files.openSink(dataKey, evidenceBoundTo(role))
    await sink.write(bytes)
    return { role, staged: await sink.finish(), ...seen }
  }

  return (part, dataKey) => {
    const { idType } = part.person
    const names = picturesOf(part)
    return Promise.all(names.map(([role, name]) => stage(role, name, { idType, dataKey })))
  }
}

async function look(
  { images }: Pick<Appliance, 'images'>,
  name: string,
  expectation: { readonly role: ImageRole; readonly idType: DocumentType },
): Promise<Looked> {
  const bytes = await readFile(new URL(name, folder))
  const inspection = await images.inspect(bytes, expectation, { measureQuality: true })
  if (inspection.kind === 'refused') throw new Error(`the specimen ${name} cannot be used`)
  const { facts, findings } = inspection
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), facts, findings }
}

function picturesOf(part: LivePart): readonly (readonly [role: ImageRole, name: string])[] {
  const { pictureFault, hasBack, person } = part
  const isDark = pictureFault === 'dark'
  const selfie = person.country === 'SN' ? 'selfie.jpg' : 'selfie-youssef.jpg'
  const poor = `poor/${pictureFault}${person.country === 'SN' ? '' : '-morocco'}.jpg`
  return [
    ['front', pictureFault && !isDark ? poor : frontOf(person)],
    ['selfie', isDark ? 'poor/dark.jpg' : selfie],
    ...(hasBack ? [['back', 'senegal-id-back.jpg'] as const] : []),
  ]
}

function frontOf({ country, idType }: LivePart['person']): string {
  if (country === 'MA') return 'morocco-cin-front.jpg'
  switch (idType) {
    case 'national_id':
      return 'senegal-id-front.jpg'
    case 'passport':
      return 'passport.jpg'
    case 'voter_id':
      return 'voter-card-front.jpg'
  }
}
