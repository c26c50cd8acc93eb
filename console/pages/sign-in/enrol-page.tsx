// Required enrolment: sets up the first second factor, shows the recovery codes once, then signs
// in.

import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import type { SignedInJson } from '../../../server/users/user-json.ts'
import { useKeepSession, useSession } from '../../api/session.ts'
import { NotificationCorner } from '../../frame/parts/notification-corner.tsx'
import { useSignOut } from '../../frame/use-sign-out.ts'
import type { EnrolledJson } from '../account/enrolled.ts'
import { RecoveryCodes } from '../account/recovery-codes.tsx'
import { SetUpFactor } from '../account/set-up-factor.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { wayOn } from './way-on.ts'

export function EnrolPage() {
  const session = useSession()
  const [enrolled, setEnrolled] = useState<EnrolledJson | undefined>(undefined)
  if (enrolled !== undefined) return <KeepCodes enrolled={enrolled} />
  if (session.kind === 'reading') return null
  if (session.kind !== 'in' || session.me.stage !== 'enrolment') {
    return <Navigate to="/sign-in" replace />
  }
  return <Choose onEnrolled={setEnrolled} />
}

function Choose({ onEnrolled }: { readonly onEnrolled: (enrolled: EnrolledJson) => void }) {
  const { t } = useTranslation('links')
  const { t: tSignIn } = useTranslation('signIn')
  const signOut = useSignOut()
  return (
    <SignInLayout title={t('enrol.title')} text={t('enrol.text')} width={520}>
      <SetUpFactor onEnrolled={onEnrolled} />
      <Anchor component="button" type="button" size="sm" ta="start" onClick={() => signOut()}>
        {tSignIn('second.other')}
      </Anchor>
      <NotificationCorner />
    </SignInLayout>
  )
}

/** The session starts only after the codes were seen, because they are shown once. */
function KeepCodes({ enrolled }: { readonly enrolled: EnrolledJson }) {
  const { t } = useTranslation('links')
  const keep = useKeepSession()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  return (
    <SignInLayout title={t('enrol.codesTitle')} text={t('enrol.codesText')} width={520}>
      <RecoveryCodes
        codes={enrolled.recovery_codes ?? []}
        action={t('enrol.codesAction')}
        onKept={async () => {
          if (isWholeSession(enrolled)) keep(enrolled)
          await navigate(wayOn(parameters.get('next')), { replace: true })
        }}
      />
    </SignInLayout>
  )
}

function isWholeSession(enrolled: EnrolledJson): enrolled is EnrolledJson & SignedInJson {
  return 'user' in enrolled
}
