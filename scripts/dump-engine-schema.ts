// Writes the JSON Schema of the scoring engine's contract from the schemas that the product parses with.
// Run: node scripts/dump-engine-schema.ts

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { engineContractSchema } from '../server/scoring/engine-contract.ts'

const file = fileURLToPath(new URL('../data/reference/scoring-engine.schema.json', import.meta.url))
writeFileSync(file, `${JSON.stringify(engineContractSchema(), undefined, 2)}\n`)
