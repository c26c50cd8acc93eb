// Sign-in: password, second factor or its enrolment, account notices; then back to the requested
// page.

import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '../../api/session.ts'
import { loadPart } from '../../frame/load-part.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { loadPageWords } from '../../words/language.ts'
import { PasswordStep } from './password-step.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { wayOn } from './way-on.ts'

const SecondStep = loadPart(async () => (await import('./second-step.tsx')).SecondStep)
const NoticesStep = loadPart(async () => {
  const [step] = await Promise.all([import('./notices-step.tsx'), loadPageWords(['account'])])
  return step.NoticesStep
})

export function SignInPage() {
  const { t } = useTranslation('signIn')
  const session = useSession()
  const [parameters] = useSearchParams()
  switch (session.kind) {
    case 'reading':
      return null
    case 'unknown':
      return (
        <SignInLayout title={t('signIn.title')}>
          <ErrorState error={session.error} onRetry={() => location.reload()} />
        </SignInLayout>
      )
    case 'out':
      return <PasswordStep isExpired={parameters.has('next')} />
    case 'in':
      if (session.me.stage === 'password') {
        return <SecondStep me={session.me} />
      }
      if (session.me.stage === 'enrolment') {
        return <Navigate to={{ pathname: '/enrol', search: parameters.toString() }} replace />
      }
      if (session.me.notices.length > 0) {
        return <NoticesStep me={session.me} />
      }
      return <Navigate to={wayOn(parameters.get('next'))} replace />
  }
}
