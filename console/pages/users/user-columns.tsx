// Columns of the list of users.

import { Text, UnstyledButton } from '@mantine/core'
import { IconClock, IconLock, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { UserAccessJson } from '../../../server/users/user-json.ts'
import type { Column } from '../../frame/lists/list-table.tsx'
import narrow from '../../frame/lists/narrow.module.css'
import { BreakingName } from '../../frame/parts/breaking-name.tsx'
import { DisclosedInstant } from '../../frame/parts/disclosed-instant.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'
import classes from './users.module.css'

const tones: Readonly<Record<UserAccessJson['state'], StatusTone>> = {
  invited: 'pending',
  active: 'approved',
  disabled: 'neutral',
}

interface UserColumnsOptions {
  readonly myId: string
  /** Whether the bank's directory has accounts of these. */
  readonly hasDirectory: boolean
  readonly onSessions: (person: UserAccessJson) => void
}

export function useUserColumns(options: UserColumnsOptions): readonly Column<UserAccessJson>[] {
  const { t } = useTranslation('users')
  const { t: tFrame } = useTranslation('frame')
  const source: Column<UserAccessJson> = {
    id: 'source',
    title: t('columns.source'),
    show: ({ source }) => t(`source.${source}`),
    width: 100,
    fromWidth: 1100,
  }
  return [
    {
      id: 'name',
      title: t('columns.name'),
      show: (person) => (
        <Name person={person} isMe={person.id === options.myId} onSessions={options.onSessions} />
      ),
    },
    {
      id: 'role',
      title: t('columns.role'),
      show: ({ role }) => tFrame(`roles.${role}`),
      fromWidth: 700,
    },
    {
      id: 'state',
      title: t('columns.state'),
      show: (person) => <State person={person} />,
      width: 120,
      fromWidth: 700,
    },
    ...(options.hasDirectory ? [source] : []),
    {
      id: 'factors',
      title: t('columns.factors'),
      show: (person) => <Factors person={person} />,
      fromWidth: 1000,
    },
    {
      id: 'signedIn',
      title: t('columns.signedIn'),
      show: (person) => <SignedIn person={person} />,
      width: 150,
      fromWidth: 900,
    },
    {
      id: 'sessions',
      title: t('columns.sessions'),
      show: (person) => <Sessions person={person} onOpen={options.onSessions} />,
      width: 90,
      align: 'end',
      fromWidth: 700,
    },
  ]
}

interface NameProps {
  readonly person: UserAccessJson
  readonly isMe: boolean
  readonly onSessions: (person: UserAccessJson) => void
}

/** In narrow windows it also holds the values of hidden columns. */
function Name({ person, isMe, onSessions }: NameProps) {
  const { t } = useTranslation('users')
  const { t: tFrame } = useTranslation('frame')
  return (
    <>
      <Text component="span" size="sm" fw={500} className="svc-typed">
        {person.name}
      </Text>
      {isMe && <span className={classes.me}>{t('you')}</span>}
      <Text component="span" size="xs" c="dimmed" display="block" className={classes.email}>
        <BreakingName name={person.email} />
        {person.source === 'directory' && (
          <span className={classes.belowSource}> · {t('source.directory')}</span>
        )}
      </Text>
      <div className={classes.narrowOnly}>
        <Text component="span" size="xs" c="dimmed">
          {tFrame(`roles.${person.role}`)}
        </Text>
        <State person={person} />
        {person.state === 'active' && <Factors person={person} isNamed />}
        {person.open_sessions > 0 && <Sessions person={person} onOpen={onSessions} isInWords />}
      </div>
      <Text component="span" size="xs" c="dimmed" className={narrow.until900 ?? ''}>
        {t('columns.signedIn')} <SignedIn person={person} />
      </Text>
    </>
  )
}

function SignedIn({ person: { last_signed_in_at: at } }: PersonProps) {
  const { t } = useTranslation('users')
  return at === null ? t('neverSignedIn') : <DisclosedInstant at={at} />
}

function State({ person: { state, invitation_until: until } }: PersonProps) {
  const { t } = useTranslation('users')
  return (
    <>
      <StatusBadge
        tone={tones[state]}
        label={t(`state.${state}`)}
        {...(state === 'invited' ? { icon: IconClock } : {})}
      />
      {state === 'invited' && (
        <Text size="xs" {...(until === null ? { c: 'var(--svc-error)' } : { c: 'dimmed' })}>
          {until === null ? (
            t('invitation.none')
          ) : (
            <>
              {t('invitation.until')} <Instant at={until} />
            </>
          )}
        </Text>
      )}
    </>
  )
}

interface PersonProps {
  readonly person: UserAccessJson
}

interface FactorsProps {
  readonly person: UserAccessJson
  /** Where no column names them. */
  readonly isNamed?: boolean
}

/** Users without a second factor are marked. */
function Factors({ person, isNamed = false }: FactorsProps) {
  const { t } = useTranslation('users')
  const show = useShow()
  const { second_factors: factors, state, codes_locked: isLocked } = person
  const Shape = isLocked ? IconLock : factors.length > 0 ? IconShieldCheck : IconShieldOff
  if (factors.length === 0 && state !== 'active') return <Text size="sm">–</Text>
  const named =
    factors.length > 0 ? show.list(factors.map((one) => t(`factor.${one}`))) : t('noFactor')
  return (
    <span className={classes.factors} data-has={factors.length > 0 && !isLocked}>
      <Shape size={16} stroke={1.75} aria-hidden />
      {isLocked && `${t('codesLocked')} · `}
      {isNamed ? t('factorNamed', { factors: named }) : named}
    </span>
  )
}

interface SessionsProps {
  readonly person: UserAccessJson
  readonly onOpen: (person: UserAccessJson) => void
  readonly isInWords?: boolean
}

function Sessions({ person, onOpen, isInWords = false }: SessionsProps) {
  const { t } = useTranslation('users')
  const show = useShow()
  const { open_sessions: count, name } = person
  if (count === 0) return <span className="svc-number">{show.number(0)}</span>
  return (
    <UnstyledButton
      className={classes.sessions ?? ''}
      aria-label={t('sessions.open', { count, name })}
      onClick={() => onOpen(person)}
    >
      {isInWords ? t('sessions.count', { count }) : show.number(count)}
    </UnstyledButton>
  )
}
