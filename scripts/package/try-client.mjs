// What a bank's system would call, in the trials of a release. Usage: node try-client.mjs submit|count KEY [REF]. The
// server is that of SVC_URL, or the one on port 8080 of this machine.

const [action, key, reference] = process.argv.slice(2)
const base = `${process.env.SVC_URL ?? 'http://127.0.0.1:8080'}/v1`
const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }

async function call(path, body) {
  const response = await fetch(
    `${base}${path}`,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  )
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()).data
}

if (action === 'submit') {
  const made = await call('/kyc/sandbox/verify', {
    country: 'SN',
    id_type: 'national_id',
    id_number: '2751199400042',
    first_name: 'Awa',
    last_name: 'Teranga',
    date_of_birth: '1994-03-14',
    external_ref: reference,
  })
  process.stdout.write(`${made.status}\n`)
} else {
  const { items } = await call('/kyc/verifications?limit=100')
  const one = items[0] && (await call(`/kyc/verifications/${items[0].id}`))
  process.stdout.write(`${items.length} ${one?.external_ref ?? 'none'}\n`)
}
