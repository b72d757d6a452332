import type { ComponentType } from 'react';
import { type Location, matchRoutes, type RouteMatch, type RouteObject } from 'react-router';

/** A page and the layouts around it, outermost first. */
export type PageMatches = RouteMatch[];

type Components = Map<RouteObject, ComponentType>;

async function loadComponent(route: RouteObject, components: Components): Promise<void> {
  const component = typeof route.lazy === 'object' ? await route.lazy.Component?.() : undefined;
  if (component) components.set(route, component);
}

function withComponents(matches: PageMatches, components: Components): PageMatches {
  return matches.map((match) => {
    const Component = components.get(match.route);
    return Component ? { ...match, route: { Component } } : match;
  });
}

/**
 * Creates a function that finds the page of a location. Returns a promise if components of the page or its layouts are
 * not loaded; all of them load in parallel. Loaded components are cached; a failed load is repeated on the next call.
 */
export function createPageLoader(routes: RouteObject[]): (location: Location) => PageMatches | Promise<PageMatches> {
  const components: Components = new Map();
  return (location) => {
    const matches = matchRoutes(routes, location) ?? [];
    const missing = matches.map(({ route }) => route).filter((route) => route.lazy && !components.has(route));
    if (missing.length === 0) return withComponents(matches, components);
    return Promise.all(missing.map((route) => loadComponent(route, components))).then(() =>
      withComponents(matches, components),
    );
  };
}
