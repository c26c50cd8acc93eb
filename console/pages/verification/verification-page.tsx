// One verification: images on the left; checks, score, timeline and review on the right; the
// decision bar at the bottom.

import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { isRefusedWith } from '../../api/refusal.ts'
import { useMay } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { useShownEnvironment } from '../../frame/environment.tsx'
import { PagePlace } from '../../frame/page-place.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { shortId } from '../../frame/parts/short-id.ts'
import { ReviewEditor } from '../reviews/review-editor.tsx'
import { useListOfVerification } from './back-link.ts'
import { ClaimStrip } from './claim-strip.tsx'
import { Images } from './images/images.tsx'
import { NoSuchVerification } from './no-such-verification.tsx'
import { PendingNotice } from './pending-notice.tsx'
import { useFocusAboveBar } from './use-focus-above-bar.ts'
import { usePerson } from './use-person.ts'
import classes from './verification.module.css'
import { VerificationHeader } from './verification-header.tsx'
import { verificationBars } from './verification-parts.tsx'
import { VerificationTabs } from './verification-tabs.tsx'

/** Remounted for each verification, so that nothing of one appears on another's page. */
export function VerificationPage() {
  const { id = '' } = useParams()
  return <Verification key={id} id={id} />
}

function Verification({ id }: { readonly id: string }) {
  const mayReview = useMay()('reviews.work')
  const read = useRead<VerificationScreenJson>(`/verifications/${encodeURIComponent(id)}`)
  if (isRefusedWith(read.error, 'not_found')) return <NoSuchVerification />
  if (read.data && !mayReview) return <OpenVerification opened={read.data} />
  if (read.data) {
    return (
      <ReviewEditor opened={read.data}>
        <OpenVerification opened={read.data} />
      </ReviewEditor>
    )
  }
  if (read.error) return <ErrorState error={read.error} onRetry={() => read.refetch()} />
  return <VerificationSkeleton />
}

function OpenVerification({ opened }: { readonly opened: VerificationScreenJson }) {
  const person = usePerson(opened)
  useShownEnvironment(opened.environment)
  const { columns, bar } = useFocusAboveBar()
  const bars = useMay()('reviews.work') ? verificationBars : []
  return (
    <>
      <VerificationPlace id={opened.id} />
      <VerificationHeader opened={opened} person={person} />
      {opened.status === 'pending' && <PendingNotice id={opened.id} />}
      <div ref={columns} className={classes.columns}>
        <Images opened={opened} person={person} />
        <div className={classes.side}>
          <ClaimStrip opened={opened} person={person} />
          <VerificationTabs opened={opened} person={person} />
          {bars.length > 0 && (
            <div ref={bar} className={classes.bar}>
              {bars.map((Bar) => (
                <Bar key={Bar.name} opened={opened} person={person} />
              ))}
            </div>
          )}
        </div>
      </div>
    </>
  )
}

/** By its id alone: browsers keep titles, and names are personal data. */
function VerificationPlace({ id }: { readonly id: string }) {
  const { t } = useTranslation('frame')
  const list = useListOfVerification()
  const above = t(list === '/reviews' ? 'pages.reviews' : 'pages.verifications')
  return (
    <PagePlace
      title={`${t('pages.verification')} ${shortId(id)}`}
      name={shortId(id)}
      above={[{ title: above, to: list }]}
    />
  )
}

function VerificationSkeleton() {
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
