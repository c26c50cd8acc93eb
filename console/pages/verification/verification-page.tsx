// One verification: the pictures on the left; on the right what was checked, the score, what happened and,
// at the bottom of the window, what is to be done.

import { Skeleton, Stack } from '@mantine/core'
import { useParams } from 'react-router'
import type { CaseJson } from '../../../server/console-api/case-json.ts'
import { hasCode } from '../../api/refusal.ts'
import { useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { ReviewDesk } from '../reviews/review-desk.tsx'
import { CaseHeader } from './case-header.tsx'
import { caseBars } from './case-parts.tsx'
import { CaseTabs } from './case-tabs.tsx'
import { useClearOfBar } from './clear-of-bar.ts'
import { NoSuchCase } from './no-such-case.tsx'
import { PendingNotice } from './pending-notice.tsx'
import { Pictures } from './pictures/pictures.tsx'
import { usePerson } from './use-person.ts'
import classes from './verification.module.css'

/** Made anew for each verification: nothing of one is ever seen on another's page. */
export function VerificationPage() {
  const { id = '' } = useParams()
  return <Verification key={id} id={id} />
}

function Verification({ id }: { readonly id: string }) {
  const read = useRead<CaseJson>(`/verifications/${encodeURIComponent(id)}`)
  if (hasCode(read.error, 'not_found')) return <NoSuchCase />
  if (read.data) {
    return (
      <ReviewDesk opened={read.data}>
        <OpenedCase opened={read.data} />
      </ReviewDesk>
    )
  }
  if (read.error) return <ErrorState error={read.error} onRetry={() => read.refetch()} />
  return <CaseSkeleton />
}

function OpenedCase({ opened }: { readonly opened: CaseJson }) {
  const person = usePerson(opened.id)
  const { side, bar } = useClearOfBar()
  return (
    <>
      <CaseHeader opened={opened} person={person} />
      {opened.status === 'pending' && <PendingNotice id={opened.id} />}
      <div className={classes.columns}>
        <Pictures opened={opened} />
        <div ref={side} className={classes.side}>
          <CaseTabs opened={opened} person={person} />
          {caseBars.length > 0 && (
            <div ref={bar} className={classes.bar}>
              {caseBars.map((Bar) => (
                <Bar key={Bar.name} opened={opened} person={person} />
              ))}
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function CaseSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true">
      <Skeleton h={56} maw={520} />
      <div className={classes.columns}>
        <Skeleton h={480} radius="lg" />
        <Skeleton h={360} radius="lg" />
      </div>
    </Stack>
  )
}
