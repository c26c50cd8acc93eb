// Columns of the list of verifications; none shows personal data.

import { type Icon, IconAlertTriangle, IconEye, IconEyeCheck, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { VerificationRowJson } from '../../../server/console-api/verifications/verification-list-json.ts'
import type { Column } from '../../frame/lists/list-table.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'
import { fromList } from '../verification/back-link.ts'
import { useCountryName } from './verification-words.ts'
import classes from './verifications.module.css'

interface VerificationCellProps {
  readonly item: VerificationRowJson
}

type ReviewJson = NonNullable<VerificationRowJson['review']>
/** State of the review; once closed, its outcome. */
type Said = ReviewJson['state'] | NonNullable<ReviewJson['outcome']>

const accesses: Readonly<Record<Said, { readonly tone: StatusTone; readonly icon: Icon }>> = {
  open: { tone: 'review', icon: IconEye },
  proposed: { tone: 'review', icon: IconUsers },
  closed: { tone: 'neutral', icon: IconEyeCheck },
  confirm: { tone: 'neutral', icon: IconEyeCheck },
  dispute: { tone: 'error', icon: IconAlertTriangle },
  approved: { tone: 'neutral', icon: IconEyeCheck },
  declined: { tone: 'neutral', icon: IconEyeCheck },
}

/** Narrower windows show the other values under the id and the status, in pixels. */
const tableFromWidth = 900

export function useVerificationColumns(): readonly Column<VerificationRowJson>[] {
  const { t } = useTranslation('verifications')
  return [
    { id: 'reference', title: t('list.columns.reference'), show: (item) => <Name item={item} /> },
    { id: 'status', title: t('list.columns.status'), show: (item) => <Status item={item} /> },
    {
      id: 'document',
      title: t('list.columns.document'),
      show: (item) => <Document item={item} isRoomy />,
      fromWidth: tableFromWidth,
    },
    {
      id: 'score',
      title: t('list.columns.score'),
      show: (item) => <Score item={item} />,
      fromWidth: tableFromWidth,
    },
    {
      id: 'review',
      title: t('list.columns.review'),
      show: (item) => <Review item={item} />,
      fromWidth: 1200,
    },
    {
      id: 'age',
      title: t('list.columns.age'),
      show: (item) => <Instant at={item.created_at} isRelative />,
      align: 'end',
      fromWidth: tableFromWidth,
    },
  ]
}

/**
 * The client's reference, which the bank's people know, above the last letters of the id: those differ within a day.
 */
function Name({ item }: VerificationCellProps) {
  const { t } = useTranslation('verifications')
  const { external_ref: reference } = item
  return (
    <>
      {reference === null ? (
        <span className={classes.quiet}>{t('list.noReference')}</span>
      ) : (
        <span className={classes.reference} title={reference}>
          {reference}
        </span>
      )}
      <span className={`svc-mono ${classes.id}`} title={item.id}>
        {`${item.id.slice(0, 4)}…${item.id.slice(-10)}`}
      </span>
      <span className={classes.under}>
        <Document item={item} />
      </span>
    </>
  )
}

/** Status and, in a second line that is kept free otherwise, what more there is to say. */
function Status({ item }: VerificationCellProps) {
  const { status, reasons, created_at: at } = item
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const [reason] = reasons
  return (
    <>
      <StatusBadge tone={status} label={tLabels(`status.${status}`)} />
      <span className={classes.why}>
        {item.erased && <span>{t('retention.badge')}</span>}
        {reason !== undefined && (
          <span title={t(`list.reason.${reason}`)}>{t(`list.reason.${reason}`)}</span>
        )}
        <ReviewMark item={item} />
      </span>
      <span className={classes.under}>
        <Instant at={at} isRelative />
      </span>
    </>
  )
}

interface DocumentProps extends VerificationCellProps {
  /** Whether there is room for the name of the country; its code stands for it otherwise. */
  readonly isRoomy?: boolean
}

function Document({ item, isRoomy = false }: DocumentProps) {
  const { t: tLabels } = useTranslation('labels')
  const name = useCountryName()(item.country)
  const document = tLabels(`document.${item.id_type}`)
  if (isRoomy) return <span className={classes.document}>{`${document} · ${name}`}</span>
  return (
    <span className={classes.document}>
      <abbr title={name} className={classes.country}>
        {item.country}
      </abbr>
      {` · ${document}`}
    </span>
  )
}

/** Verifications that ended in an error are never scored, so no score is awaited. */
function Score({ item: { status, scoring, score, band } }: VerificationCellProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  if (score !== null && band !== null) {
    return (
      <span className={classes.score}>
        <span className={`svc-number ${classes.figure}`}>{show.number(score)}</span>
        <span className={classes.band}>{tLabels(`band.${band}`)}</span>
      </span>
    )
  }
  if (scoring === 'not_requested') return <Nothing text={t('list.scoring.not_requested')} />
  if (status === 'error') return <Nothing text={t('list.notScored')} />
  return <span className={classes.quiet}>{t(`list.scoring.${scoring}`)}</span>
}

/** Links to the review tab, while the row links to the checks. */
function Review({ item: { id, review } }: VerificationCellProps) {
  const { t } = useTranslation('verifications')
  if (review === null) return <Nothing text={t('list.review.none')} />
  const said = saidOf(review)
  return (
    <Link to={`/verifications/${id}?tab=review`} state={fromList} className={classes.review}>
      <StatusBadge {...accesses[said]} label={t(`list.review.${said}`)} />
    </Link>
  )
}

/** Shows the review where its column is hidden. */
function ReviewMark({ item: { review } }: VerificationCellProps) {
  const { t } = useTranslation('verifications')
  if (review === null) return null
  const said = saidOf(review)
  const text = t(`list.reviewMark.${said}`)
  return (
    <span className={classes.mark} title={text}>
      {text}
    </span>
  )
}

function saidOf({ state, outcome }: ReviewJson): Said {
  return state === 'closed' ? (outcome ?? state) : state
}

/** A dash for the eye, a text for screen readers. */
function Nothing({ text }: { readonly text: string }) {
  return (
    <span className={classes.quiet} title={text}>
      <span aria-hidden>–</span>
      <span className="svc-unseen">{text}</span>
    </span>
  )
}
