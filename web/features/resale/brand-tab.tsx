import { useMutation } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { COLOURS } from '../../../src/platform/kit/colours.ts';
import type { BodyOf } from '../../../src/platform/kit/endpoint.ts';
import { type BrandSettings, getBrandSettings, setBrand } from '../../../src/resale/brands/contract.ts';
import { type Palette, paletteOf } from '../../../src/shared/palette.ts';
import { bodyOf, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { storeRead, useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Badge } from '../../ui/values.tsx';
import { BannerFields } from '../../ui/banner-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Switch } from '../../ui/field.tsx';
import { Form, FormInput, applyProblem, useContractForm } from '../../ui/form.tsx';
import { Card, ReadFrame, Skeleton } from '../../ui/frames.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { toast } from '../../ui/toast.tsx';
import { WordmarkOf } from '../../ui/wordmark.tsx';
import { formatSize } from '../../lib/format-size.ts';
import { UploadField } from '../../ui/upload-field.tsx';
import { HostProof } from './host-proof.tsx';
import { MAX_RECEIPT_BYTES, RECEIPT_TYPES } from '../../../src/edge/uploads/contract.ts';

const THEMES = ['light', 'dark'] as const;
type Styled = CSSProperties & Record<`--${string}`, string>;

/** The brand in both themes, as customers are going to see it. */
function BrandPreview({ name, color, logoUrl }: { name: string; color: string | null; logoUrl: string | null }) {
  const palette = color && /^#[0-9a-f]{6}$/i.test(color) ? paletteOf(color.toLowerCase()) : null;
  return (
    <Card title={t('brand.preview')}>
      <div className="flex flex-col gap-4">
        {THEMES.map((theme) => (
          <div
            key={theme}
            className={`${theme === 'dark' ? 'dark' : 'light'} rounded-md border border-line bg-surface p-4 text-ink`}
            style={styleOf(palette, theme)}
          >
            <WordmarkOf name={name || t('brand.namePlaceholder')} logoUrl={logoUrl} />
            <div className="mt-4 flex flex-wrap items-center gap-3">
              <span className="rounded-md bg-accent px-3.5 py-2 font-medium text-on-accent">
                {t('brand.sampleButton')}
              </span>
              <Badge tone="accent">{t(`theme.${theme}`)}</Badge>
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}

const styleOf = (palette: Palette | null, theme: 'light' | 'dark'): Styled | undefined =>
  palette
    ? {
        '--accent': palette[theme].accent,
        '--accent-soft': palette[theme].accentSoft,
        '--on-accent': palette[theme].onAccent,
      }
    : undefined;

/** How the portal looks to customers, with a preview that follows what is typed. */
export function BrandTab() {
  const { id } = useCurrentUser();
  const query = useRead(getBrandSettings, { id });
  return (
    <ReadFrame read={query} pending={<Skeleton className="h-64" />}>
      {({ brand }) => <BrandForm key={query.dataUpdatedAt} brand={brand} resellerId={id} />}
    </ReadFrame>
  );
}

const EMPTY: BrandSettings = {
  name: '',
  color: COLOURS.light.accent,
  logoUrl: null,
  supportEmail: null,
  supportChat: null,
  supportWhatsApp: null,
  hostName: null,
  host: null,
  cryptoPayments: false,
  banner: null,
};

function BrandForm({ brand, resellerId }: { brand: BrandSettings | null; resellerId: string }) {
  const { form, save } = useBrandForm(brand, resellerId);
  const [uploading, setUploading] = useState(false);
  const [logo, setLogo] = useState<string | null>(brand?.logoUrl ?? null);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1.4fr_1fr]">
      <Card title={t('brand.title')} description={t('brand.text')}>
        <Form className="flex flex-col gap-4" onSubmit={form.handleSubmit((body) => save.mutate(body))}>
          <BrandFields
            form={form}
            logo={
              <LogoField
                logoUrl={logo}
                error={form.formState.errors.logoUrl?.message}
                onBusy={setUploading}
                onChange={(path) => {
                  form.setValue('logoUrl', path);
                  form.clearErrors('logoUrl');
                  setLogo(path);
                }}
              />
            }
          />
          {save.error && <Refusal error={save.error} fallback={t('customers.failed')} />}
          <div>
            <Button may="setBrand" type="submit" busy={save.isPending || uploading}>
              {t('brand.save')}
            </Button>
          </div>
        </Form>
      </Card>
      <div className="flex flex-col gap-5">
        {brand?.host && <HostProof resellerId={resellerId} host={brand.host} />}
        <BrandPreview name={form.watch('name')} color={form.watch('color') ?? null} logoUrl={logo} />
      </div>
    </div>
  );
}

type BrandFormState = ReturnType<typeof useBrandForm>['form'];

/** The form of a brand, and what saves it. */
function useBrandForm(brand: BrandSettings | null, id: string) {
  const form = useContractForm(bodyOf(setBrand), { defaultValues: brand ?? EMPTY });
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof setBrand>) => call(setBrand, { params: { id }, body }),
    onSuccess: (saved) => {
      toast(t('brand.saved'));
      storeRead(getBrandSettings, { id }, saved);
    },
    onError: (error) => applyProblem(form, error),
  });
  return { form, save };
}

/** The fields of a brand from top to bottom; the logo has its place among them. */
function BrandFields({ form, logo }: { form: BrandFormState; logo: ReactNode }) {
  const [stored] = useState(() => form.getValues('banner'));
  const { errors } = form.formState;
  const typed = { setValueAs: (value: string | null) => value || null };
  return (
    <>
      <FormInput form={form} name="name" label={t('brand.name')} />
      <Field label={t('brand.color')} error={errors.color?.message} hint={t('brand.colorHint')}>
        <Input {...form.register('color', typed)} type="color" className="max-w-24 p-1" />
      </Field>
      {logo}
      <Field label={t('brand.supportEmail')} error={errors.supportEmail?.message}>
        <Input {...form.register('supportEmail', typed)} type="email" />
      </Field>
      <Field label={t('brand.supportChat')} error={errors.supportChat?.message} hint={t('brand.supportChatHint')}>
        <Input {...form.register('supportChat', typed)} dir="ltr" />
      </Field>
      <Field label={t('brand.supportWhatsApp')} error={errors.supportWhatsApp?.message}>
        <Input {...form.register('supportWhatsApp', typed)} type="tel" dir="ltr" />
      </Field>
      <Field label={t('brand.hostName')} error={errors.hostName?.message} hint={t('brand.hostNameHint')}>
        <Input {...form.register('hostName', typed)} placeholder="portal.example.com" />
      </Field>
      <Switch
        label={t('brand.crypto')}
        description={t('brand.cryptoText')}
        checked={form.watch('cryptoPayments') ?? false}
        onChange={(allowed) => form.setValue('cryptoPayments', allowed)}
      />
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-1 font-medium">{t('brand.banner')}</legend>
        <BannerFields
          value={stored ? JSON.stringify(stored) : null}
          onChange={(banner) => form.setValue('banner', banner.text === '' ? null : banner)}
        />
        {errors.banner && (
          <p role="alert" className="text-sm text-danger">
            {errors.banner.message}
          </p>
        )}
      </fieldset>
    </>
  );
}

interface LogoFieldProps {
  /** Where the logo is; null where there is none. */
  logoUrl: string | null;
  /** The server's objection to it. */
  error: string | undefined;
  onChange: (logoUrl: string | null) => void;
  onBusy: (busy: boolean) => void;
}

/** Uploads a logo as soon as it is chosen, and takes it away again. */
function LogoField({ logoUrl, ...field }: LogoFieldProps) {
  const size = formatSize(MAX_RECEIPT_BYTES);
  return (
    <UploadField
      {...field}
      label={t('brand.logo')}
      hint={t('brand.logoHint', { size })}
      words={{ sending: t('brand.logoSending'), failed: t('brand.logoFailed'), remove: t('brand.logoRemove') }}
      accept=".png,.jpg,.jpeg,.gif,.webp"
      value={logoUrl}
      check={async (file) => {
        const fault = await logoFault(file);
        return fault ? t(fault, { size }) : file;
      }}
    />
  );
}

/** The file types of a logo. */
const IMAGE_TYPES = new Set(Object.keys(RECEIPT_TYPES).filter((type) => type.startsWith('image/')));

/**
 * Names the fault of a file as a logo; null where there is none. It must be an image by content, not by name.
 */
async function logoFault(file: File): Promise<'brand.logoNotImage' | 'brand.logoTooLarge' | null> {
  if (!IMAGE_TYPES.has(file.type)) return 'brand.logoNotImage';
  if (file.size > MAX_RECEIPT_BYTES) return 'brand.logoTooLarge';
  try {
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return 'brand.logoNotImage';
  }
}
