// Header of a verification: status, name once shown, facts and actions.

import { ActionIcon, Button, Group, Title, Tooltip } from '@mantine/core'
import { IconArchive, IconArrowLeft, IconFileText, IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type {
  PersonalDetailsJson,
  VerificationScreenJson,
} from '../../../server/console-api/verifications/verification-detail-json.ts'
import { useMay } from '../../api/session.ts'
import { loadPart } from '../../frame/load-part.tsx'
import { DisclosedInstant } from '../../frame/parts/disclosed-instant.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { IdText } from '../../frame/parts/id-text.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import { countryNames } from '../../words/formats.ts'
import { useBackLink } from './back-link.ts'
import { ShowPersonalDetails } from './show-personal-details.tsx'
import classes from './verification.module.css'
import type { VerificationTabProps } from './verification-tab-props.ts'

const CaseFileDialog = loadPart(async () => (await import('./case-file-dialog.tsx')).CaseFileDialog)

const RetentionDialog = loadPart(
  async () => (await import('./retention/retention-dialog.tsx')).RetentionDialog,
)

export function VerificationHeader({ opened, person }: VerificationTabProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  return (
    <div className={classes.header}>
      <Group gap="sm">
        <BackToList />
        <StatusBadge tone={opened.status} label={tLabels(`status.${opened.status}`)} />
        {opened.erased && <StatusBadge tone="neutral" label={t('retention.badge')} />}
        <Name opened={opened} details={person.details} />
      </Group>
      <Facts opened={opened} />
      <Group gap="xs" className={classes.actions}>
        <AuditEntries id={opened.id} />
        <Retention opened={opened} />
        <CaseFile opened={opened} person={person} />
        {!opened.erased && <ShowPersonalDetails person={person} isKeyed />}
      </Group>
      {person.error !== null && (
        <div className={classes.whole}>
          <ErrorState error={person.error} />
        </div>
      )}
    </div>
  )
}

interface NameProps {
  readonly opened: VerificationScreenJson
  readonly details: PersonalDetailsJson | undefined
}

function Name({ opened, details }: NameProps) {
  const { t } = useTranslation('verifications')
  if (opened.erased) return <Title order={1}>{t('detail.nameErased')}</Title>
  if (details !== undefined)
    return <Title order={1}>{nameIn(details) ?? t('detail.nameless')}</Title>
  return (
    <Title order={1}>
      <span aria-hidden className={classes.dots}>
        ••••• ••••••
      </span>
      <span className="svc-unseen">{t('detail.nameMasked')}</span>
    </Title>
  )
}

/** The claimed name, else the one read on the document. */
function nameIn({ comparison: { fields } }: PersonalDetailsJson): string | undefined {
  const found = fields.find(({ field }) => field === 'name')
  return found?.claimed ?? found?.read ?? undefined
}

function Facts({ opened }: { readonly opened: VerificationScreenJson }) {
  const { t, i18n } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const countries = countryNames(i18n.language)
  return (
    <div className={classes.facts}>
      <span>
        {countries.of(opened.country)} · {tLabels(`document.${opened.id_type}`)}
      </span>
      <span>
        {t('detail.submitted')} <DisclosedInstant at={opened.created_at} />
      </span>
      {opened.external_ref !== undefined && (
        <span>
          {t('detail.reference')} <IdText id={opened.external_ref} />
        </span>
      )}
      <IdText id={opened.id} />
    </div>
  )
}

function BackToList() {
  const { t } = useTranslation('verifications')
  const back = useBackLink()
  const label = t('detail.back')
  const look = { variant: 'subtle', size: 28, 'aria-label': label } as const
  const arrow = <IconArrowLeft size={18} aria-hidden className="svc-points" />
  return (
    <Tooltip label={label}>
      {back.to === undefined ? (
        <ActionIcon {...look} onClick={back.go}>
          {arrow}
        </ActionIcon>
      ) : (
        <ActionIcon {...look} component={Link} to={back.to}>
          {arrow}
        </ActionIcon>
      )}
    </Tooltip>
  )
}

/** For auditors: who did and viewed what of this verification. */
function AuditEntries({ id }: { readonly id: string }) {
  const { t } = useTranslation('verifications')
  const may = useMay()
  if (!may('audit.read')) return null
  return (
    <Button
      component={Link}
      to={`/audit?subject=${id}`}
      size="xs"
      variant="default"
      leftSection={<IconListDetails size={16} aria-hidden />}
    >
      {t('detail.auditEntries')}
    </Button>
  )
}

function CaseFile({ opened, person }: VerificationTabProps) {
  const { t } = useTranslation('verifications')
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('verifications.case_file')) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileText size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('detail.caseFile.open')}
      </Button>
      {isOpen && <CaseFileDialog opened={opened} person={person} onClose={() => setOpen(false)} />}
    </>
  )
}

function Retention({ opened }: { readonly opened: VerificationScreenJson }) {
  const { t } = useTranslation('verifications')
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('retention.read')) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArchive size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('retention.open')}
      </Button>
      {isOpen && <RetentionDialog id={opened.id} onClose={() => setOpen(false)} />}
    </>
  )
}
