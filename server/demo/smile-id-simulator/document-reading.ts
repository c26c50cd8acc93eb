// Invents the values that the simulator claims to have read on the document, since it reads no
// image: the given document's; else what the partner stated, completed with an invented person,
// always the same for the same job. Pure.

import { createHash } from 'node:crypto'
import { toIsoDate } from '../../kernel/clock.ts'
import { dayMs } from '../../kernel/durations.ts'
import type { PrintedDocument, Processing, SimulatedJob, StatedIdentity } from './job.ts'

export type ReadingKind = 'stated' | 'other_name' | 'expired' | 'not_available'

const notAvailable = 'Not Available'
const firstNames = ['AWA', 'MODOU', 'FATOU', 'YOUSSEF', 'SALMA', 'IBRAHIMA', 'KHADIJA', 'OMAR']
const lastNames = ['TESTOU', 'EXEMPLE', 'FICTIF', 'SPECIMEN', 'INVENTE', 'MODELE']

/** Returns the personal fields of a result (reference 5.2), all texts. */
export function documentReading(
  job: Pick<SimulatedJob, 'jobId'>,
  { identity, document }: Pick<Processing, 'identity' | 'document'>,
  kind: ReadingKind,
  readAtMs: number,
): Readonly<Record<string, string>> {
  const country = identity.country ?? 'SN'
  const idType = identity.idType ?? 'IDENTITY_CARD'
  if (kind === 'not_available') return { Country: country, IDType: idType, ...unreadFields }
  return document === undefined
    ? { Country: country, IDType: idType, ...stated(job, identity, kind, readAtMs) }
    : { Country: country, IDType: idType, ...printed(document) }
}

function printed(document: PrintedDocument): Readonly<Record<string, string>> {
  const firstName = document.firstName.toUpperCase()
  const lastName = document.lastName.toUpperCase()
  return {
    ...unreadFields,
    IDNumber: document.idNumber,
    FullName: `${firstName} ${lastName}`,
    FirstName: firstName,
    LastName: lastName,
    DOB: document.dateOfBirth,
    Gender: document.gender,
    IssuanceDate: document.issuedOn,
    ExpirationDate: document.expiresOn,
  }
}

function stated(
  job: Pick<SimulatedJob, 'jobId'>,
  identity: StatedIdentity,
  kind: ReadingKind,
  readAtMs: number,
): Readonly<Record<string, string>> {
  const invented = inventPerson(job.jobId, identity)
  const named: StatedIdentity = kind === 'other_name' ? {} : identity
  const firstName = (named.firstName ?? invented.firstName).toUpperCase()
  const lastName = (named.lastName ?? invented.lastName).toUpperCase()
  const otherName = named.middleName?.toUpperCase() ?? notAvailable
  const names = [firstName, otherName, lastName].filter((name) => name !== notAvailable)
  return {
    ...unreadFields,
    IDNumber: identity.idNumber ?? invented.idNumber,
    FullName: names.join(' '),
    FirstName: firstName,
    LastName: lastName,
    OtherName: otherName,
    DOB: identity.dateOfBirth ?? invented.dateOfBirth,
    Gender: invented.gender,
    IssuanceDate: toIsoDate(readAtMs - 4 * 365 * dayMs),
    ExpirationDate: toIsoDate(readAtMs + (kind === 'expired' ? -200 : 5 * 365) * dayMs),
  }
}

const unreadFields = {
  IDNumber: notAvailable,
  FullName: notAvailable,
  FirstName: notAvailable,
  LastName: notAvailable,
  OtherName: notAvailable,
  // A malformed date like this occurs in the provider's own answers.
  DOB: 'NaN-NaN-NaN',
  Gender: notAvailable,
  IssuanceDate: notAvailable,
  ExpirationDate: notAvailable,
  Address: notAvailable,
  PhoneNumber: notAvailable,
  PhoneNumber2: notAvailable,
}

/** Invents a person with none of the stated names, so that a wrong name is always wrong. */
function inventPerson(jobId: string, stated: StatedIdentity) {
  const chance = createHash('sha256').update(jobId).digest()
  const taken = [stated.firstName, stated.middleName, stated.lastName].map((n) => n?.toUpperCase())
  const pick = (from: readonly string[], index: number) => {
    const free = from.filter((name) => !taken.includes(name))
    return free[chance.readUInt8(index) % free.length] ?? notAvailable
  }
  const bornMs = Date.UTC(1960, 0, 1) + (chance.readUInt16BE(4) % 16_000) * dayMs
  return {
    firstName: pick(firstNames, 0),
    lastName: pick(lastNames, 1),
    gender: pick(['F', 'M'], 2),
    idNumber: String(chance.readUIntBE(8, 6)).padStart(13, '1').slice(-13),
    dateOfBirth: toIsoDate(bornMs),
  }
}
