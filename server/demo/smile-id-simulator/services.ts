// `GET /v1/services`: the public catalogue, reduced to the product and the markets of the demo
// (reference 1.8 and 4.2).

import { jsonReply, type Reply } from './exchange.ts'

const labels = {
  IDENTITY_CARD: 'Identity Card',
  PASSPORT: 'Passport',
  VOTER_ID: "Voter's ID",
  DRIVERS_LICENSE: "Driver's License",
} as const

type DocumentCode = keyof typeof labels

const countries: Readonly<Record<string, { name: string; documents: readonly DocumentCode[] }>> = {
  SN: {
    name: 'Senegal',
    documents: ['IDENTITY_CARD', 'PASSPORT', 'VOTER_ID', 'DRIVERS_LICENSE'],
  },
  MA: { name: 'Morocco', documents: ['IDENTITY_CARD', 'PASSPORT', 'DRIVERS_LICENSE'] },
  CI: { name: "Côte d'Ivoire", documents: ['IDENTITY_CARD', 'PASSPORT', 'DRIVERS_LICENSE'] },
  GH: {
    name: 'Ghana',
    documents: ['IDENTITY_CARD', 'PASSPORT', 'VOTER_ID', 'DRIVERS_LICENSE'],
  },
}

export function answerServices(): Reply {
  const catalogue = Object.entries(countries).map(([code, { name, documents }]) => [
    code,
    { name, id_types: Object.fromEntries(documents.map(describe)) },
  ])
  return jsonReply(200, {
    bank_codes: [],
    hosted_web: { doc_verification: Object.fromEntries(catalogue) },
  })
}

function describe(code: DocumentCode) {
  return [code, { label: labels[code], required_fields: ['country', 'id_type'] }]
}
