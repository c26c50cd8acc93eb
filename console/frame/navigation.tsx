// The pages that this person may see, in groups. Narrow windows show icons only, each with its name on hover
// and for screen readers.

import { useMediaQuery } from '@mantine/hooks'
import { IconBell, IconClockExclamation, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { ApprovalCountJson } from '../../server/approvals/approval-json.ts'
import type { WaitingReviewsJson } from '../../server/reviews/review-json.ts'
import { useMay } from '../api/session.ts'
import { useRead } from '../api/use-api.ts'
import { type ConsolePage, navigationGroups } from '../pages/page.ts'
import { pages } from '../pages/pages.tsx'
import { useListOfVerification } from '../pages/verification/back-link.ts'
import { useEnvironment } from './environment.tsx'
import { Mark } from './mark.tsx'
import classes from './navigation.module.css'
import { useWhenWanted } from './use-on-demand.ts'

interface NavigationProps {
  readonly className?: string | undefined
  /** In the drawer there is always room for the words. */
  readonly isWide?: boolean
  readonly onChosen?: () => void
}

export function Navigation({ className, isWide = false, onChosen }: NavigationProps) {
  const { t } = useTranslation('frame')
  const may = useMay()
  const isFolded = useMediaQuery('(max-width: 1100px)', false, { getInitialValueInEffect: false })
  const shown = pages.filter(
    ({ navigation, permission }) =>
      navigation !== undefined && (permission === undefined || may(permission)),
  )
  const groups = navigationGroups
    .map((group) => ({ group, rows: shown.filter((page) => page.navigation?.group === group) }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <nav
      aria-label={t('navigation')}
      className={[classes.navigation, className].join(' ')}
      data-folded={isFolded && !isWide ? true : undefined}
    >
      <div className={classes.mark}>
        <Mark />
        <span className={classes.word}>svc</span>
      </div>
      {groups.map(({ group, rows }) => (
        <div key={group} className={classes.group}>
          <div className={classes.groupName} id={`group-${group}`}>
            {t(`groups.${group}`)}
          </div>
          <ul aria-labelledby={`group-${group}`}>
            {rows.map((page) => (
              <Row key={page.path} page={page} isFolded={isFolded && !isWide} onChosen={onChosen} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface RowProps {
  readonly page: ConsolePage
  readonly isFolded: boolean
  readonly onChosen: (() => void) | undefined
}

function Row({ page, isFolded, onChosen }: RowProps) {
  const { t } = useTranslation('frame')
  const title = t(`pages.${page.name}`)
  const Tooltip = useWhenWanted(isFolded, loadTooltip)
  const Icon = page.navigation?.icon
  const here = useHere(page)
  const link = (
    <Link to={page.path} className={classes.row} aria-current={here} onClick={() => onChosen?.()}>
      {Icon && <Icon size={18} stroke={1.7} aria-hidden />}
      <span className={classes.word}>{title}</span>
      {page.navigation?.count === 'approvals' && <WaitingCount />}
      {page.navigation?.count === 'reviews' && <ReviewCount />}
    </Link>
  )
  return <li>{Tooltip && isFolded ? <Tooltip label={title}>{link}</Tooltip> : link}</li>
}

/** Requests that wait for this user's decision, and approved ones of their own to use; nothing where there are none. */
function WaitingCount() {
  const { t } = useTranslation('frame')
  const enabled = useMay()('approvals.decide')
  const { data } = useRead<ApprovalCountJson>('/approvals/count', { enabled, everyMs: 30_000 })
  if (!enabled || data === undefined || data.waiting + data.usable === 0) return null
  const { waiting, usable } = data
  return (
    <span className={classes.counts}>
      {usable > 0 && (
        <span className={classes.count}>
          <IconDownload size={12} aria-hidden />
          <span aria-hidden>{usable}</span>
          <span className="svc-unseen">{t('usable', { count: usable })}</span>
        </span>
      )}
      {waiting > 0 && (
        <span className={classes.count}>
          <span aria-hidden>{waiting}</span>
          <span className="svc-unseen">{t('waiting', { count: waiting })}</span>
        </span>
      )}
    </span>
  )
}

/** Open reviews; those that are overdue, and notices to this user, are counted apart, each with an icon. */
function ReviewCount() {
  const { t } = useTranslation('frame')
  const { environment } = useEnvironment()
  const enabled = useMay()('reviews.work')
  const { data } = useRead<WaitingReviewsJson>('/reviews/waiting', {
    query: { environment },
    enabled,
    everyMs: 60_000,
  })
  if (!enabled || data === undefined || data.open + data.notices === 0) return null
  const { open, overdue, notices } = data
  return (
    <span className={classes.counts}>
      {overdue > 0 && (
        <span className={classes.count} data-late>
          <IconClockExclamation size={12} aria-hidden />
          <span aria-hidden>{shortCount(overdue)}</span>
          <span className="svc-unseen">{t('reviewsOverdue', { count: overdue })}</span>
        </span>
      )}
      {notices > 0 && (
        <span className={classes.count}>
          <IconBell size={12} aria-hidden />
          <span aria-hidden>{notices}</span>
          <span className="svc-unseen">{t('reviewNotices', { count: notices })}</span>
        </span>
      )}
      {open > 0 && (
        <span className={classes.count}>
          <span aria-hidden>{shortCount(open)}</span>
          <span className="svc-unseen">{t('reviewsOpen', { count: open })}</span>
        </span>
      )}
    </span>
  )
}

const shownMax = 999

function shortCount(count: number): string {
  return count > shownMax ? `${shownMax}+` : String(count)
}

/** A verification belongs to the list that the way back from it leads to. */
function useHere({ path }: ConsolePage): 'page' | 'true' | undefined {
  const { pathname } = useLocation()
  const list = useListOfVerification()
  const here = pathname.startsWith('/verifications/') ? list : pathname
  if (pathname === path) return 'page'
  return here === path || here.startsWith(`${path}/`) ? 'true' : undefined
}

async function loadTooltip() {
  return (await import('./tooltips.tsx')).NameTooltip
}
