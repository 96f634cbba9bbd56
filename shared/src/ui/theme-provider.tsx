/// <reference path="./css.d.ts" />
import { ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd';
import type { ReactNode } from 'react';
import { useTheme } from '@parlance/shared/theme';
import type { Scheme } from '../theme/theme.ts';
import { useAntdTexts } from './antd-texts.ts';
import { colours } from './tokens.ts';

const themes: Readonly<Record<Scheme, ThemeConfig>> = { light: themeOf('light'), dark: themeOf('dark') };

function themeOf(scheme: Scheme): ThemeConfig {
  const colour = colours[scheme];
  return {
    algorithm: scheme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: colour.accent,
      colorInfo: colour.accent,
      colorLink: colour.accent,
      colorSuccess: colour.good,
      colorWarning: colour.warn,
      colorError: colour.bad,
      colorText: colour.ink,
      colorTextSecondary: colour.ink2,
      colorTextTertiary: colour.ink3,
      colorTextPlaceholder: colour.ink3,
      colorBgBase: colour.paper,
      colorBgContainer: colour.paper,
      colorBgElevated: colour.raised,
      colorBgLayout: colour.sunken,
      colorBorder: colour.line,
      colorBorderSecondary: colour.line,
      colorTextLightSolid: colour.accentInk,
      borderRadius: 8,
      borderRadiusSM: 6,
      borderRadiusLG: 8,
      fontFamily: 'var(--font)',
      fontSize: 14,
      lineHeight: 22 / 14,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.18s',
    },
    components: { Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 } },
  };
}

/** Returns the nonce of this page; browsers hide the attribute from selectors and leave the property. */
const styleNonce = (): string => document.querySelector<HTMLElement>('link[rel="stylesheet"][nonce]')?.nonce ?? '';

/**
 * Provides antd with the platform's tokens in the scheme of the page, the language of the page, and the nonce for the
 * content security policy. Every remote wraps itself in the provider of its own tier, so that it looks the same in a
 * host of another version.
 */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const { scheme } = useTheme();
  const locale = useAntdTexts();
  return (
    <ConfigProvider
      theme={themes[scheme]}
      {...(locale === undefined ? {} : { locale })}
      csp={{ nonce: styleNonce() }}
      wave={{ disabled: true }}
    >
      {children}
    </ConfigProvider>
  );
}
