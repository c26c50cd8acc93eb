// Form for one proof of identity: app code, passkey, recovery code or, where nothing stronger is
// set up, the password. Used by the sign-in and the proof dialog.

import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasFault, isRefusedWith } from '../../api/refusal.ts'
import { ErrorState } from '../parts/error-state.tsx'
import { CodeField } from './code-field.tsx'
import { isPasskeyPossible, usePasskeyProof } from './passkeys.ts'
import type { Proof, Way } from './proof.ts'
import { ProofRefused } from './proof-refused.tsx'

interface ProofFormProps {
  readonly ways: readonly Way[]
  /** Label of the button. */
  readonly action: string
  /** Path that returns a passkey challenge. */
  readonly challengePath: string
  /** Why the last proof was refused. */
  readonly error: unknown
  readonly onProof: (proof: Proof) => Promise<void>
}

export function ProofForm({ ways, action, challengePath, error, onProof }: ProofFormProps) {
  const { t } = useTranslation('frame')
  const possible = ways.filter((way) => way !== 'passkey' || isPasskeyPossible())
  const [way, setWay] = useState<Way>(possible[0] ?? 'password')
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const passkey = usePasskeyProof(challengePath)

  async function submit(): Promise<void> {
    setBusy(true)
    const proof = way === 'passkey' ? await passkey.prove() : proofOf(way, text)
    if (proof !== undefined) await onProof(proof)
    // Whoever reads at once that it was refused may be typing the next one.
    setText((now) => (now === text ? '' : now))
    setBusy(false)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        {way !== 'passkey' && <CodeField key={way} way={way} value={text} onChange={setText} />}
        <Trouble error={way === 'passkey' ? (passkey.error ?? error) : error} way={way} />
        <Button type="submit" loading={isBusy} fullWidth>
          {way === 'passkey' ? t('proof.usePasskey') : action}
        </Button>
        {possible.length > 1 && (
          <Group gap="md" justify="center">
            {possible
              .filter((other) => other !== way)
              .map((other) => (
                <Anchor key={other} component="button" type="button" onClick={() => setWay(other)}>
                  {t(`proof.instead.${other}`)}
                </Anchor>
              ))}
          </Group>
        )}
      </Stack>
    </form>
  )
}

function proofOf(way: Exclude<Way, 'passkey'>, text: string): Proof {
  return way === 'password' ? { method: way, password: text } : { method: way, code: text.trim() }
}

function Trouble({ error, way }: { readonly error: unknown; readonly way: Way }) {
  if (error === undefined || error === null) return null
  if (isRefusedWith(error, 'unauthenticated')) {
    return <ProofRefused way={way} isLocked={hasFault(error, 'factor_locked')} />
  }
  return <ErrorState error={error} />
}
