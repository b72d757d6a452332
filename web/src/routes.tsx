import type { RouteObject } from 'react-router';
import { ErrorScreen } from './app/error-screen.tsx';
import { NotFound } from './app/not-found.tsx';

// The component kit, in development only: the condition is a constant, so the build leaves it out.
const development: RouteObject[] = import.meta.env.DEV
  ? [
      { path: '/kit', lazy: { Component: async () => (await import('./areas/kit/kit.tsx')).Kit } },
      {
        path: '/kit/shell/*',
        lazy: { Component: async () => (await import('./areas/kit/shell-gallery.tsx')).ShellGallery },
      },
      {
        path: '/kit/auth',
        lazy: { Component: async () => (await import('./areas/kit/layout-gallery.tsx')).AuthGallery },
      },
      {
        path: '/kit/public',
        lazy: { Component: async () => (await import('./areas/kit/layout-gallery.tsx')).PublicGallery },
      },
    ]
  : [];

/** Every screen by its path, each loaded when it is opened. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => null,
    children: [...development, { path: '*', Component: NotFound }],
  },
];
