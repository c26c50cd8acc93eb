// A person made up to be found again: values that occur nowhere else, submitted in every way in which a
// client might submit them, well and badly.

import { type ApiAnswer, type ApiCall, call } from '../../support/api-client.ts'
import { liveForm } from '../../support/running-appliance.ts'

export const person = {
  country: 'SN',
  id_type: 'national_id',
  id_number: 'ZX7719-Q4471',
  first_name: 'Ngouélélé',
  last_name: 'Wattarabou-Dième',
  date_of_birth: '1931-07-19',
} as const

/** What must not be found anywhere; the parts of the name apart, the date in usual orders. */
export const secrets = [
  person.id_number,
  'ZX7719Q4471',
  person.first_name,
  'Wattarabou',
  'Dième',
  person.date_of_birth,
  '19310719',
  '19/07/1931',
] as const

/** Planted in plain, to prove that the search sees what is there. */
export const reference = 'reference-8841-of-the-bank'

export type Pictures = Readonly<Record<'front_image' | 'selfie_image', Buffer>>

export function submitLive(
  url: string,
  key: string,
  images: Pictures,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  const fields = { ...person, external_ref: reference, consent_notice: `for ${person.first_name}` }
  return call(`${url}/kyc/verify`, { key, headers, body: liveForm(fields, images) })
}

/** Requests that are refused, each of which tells of the person somewhere. */
export function badRequests(images: Pictures): readonly (readonly [string, ApiCall])[] {
  const json = JSON.stringify(person)
  const isJson = { 'Content-Type': 'application/json' }
  const { first_name: firstName, id_number: idNumber } = person
  return [
    ['/kyc/verify', { body: liveForm({ ...person, country: 'FR' }, images) }],
    ['/kyc/verify', { body: liveForm(person, { ...images, front_image: Buffer.from(json) }) }],
    ['/kyc/verify', { body: json.slice(0, -9), headers: isJson }],
    ['/kyc/verify', { body: json, headers: { 'Content-Type': 'multipart/form-data; boundary=b' } }],
    ['/kyc/sandbox/verify', { body: json.slice(0, -9), headers: isJson }],
    ['/kyc/sandbox/verify', { json: { ...person, date_of_birth: '1931-07-19T00:00' } }],
    ['/kyc/sandbox/verify', { json: { ...person, first_name: `${firstName}\u0000` } }],
    ['/kyc/sandbox/verify', { json: { ...person, [firstName]: idNumber, country: idNumber } }],
    [`/kyc/verifications/${encodeURIComponent(firstName)}`, {}],
    [`/kyc/verifications?status=${encodeURIComponent(firstName)}&cursor=${idNumber}`, {}],
    [`/${encodeURIComponent(firstName)}?id=${idNumber}`, { method: 'PATCH', json: person }],
    ['/kyc/verifications', { headers: { 'User-Agent': idNumber, Cookie: `id=${idNumber}` } }],
    ['/kyc/verifications', { headers: { Authorization: `Bearer ${idNumber}` } }],
  ]
}
