import type { ComponentType } from 'react';
import { type Location, matchRoutes, type RouteMatch, type RouteObject } from 'react-router';

/** A page with the frames around it, outermost first. */
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
 * Finds the page of an address. What is missing of it and of the frames around it is asked for at once, so that it comes
 * in one step: then the answer is a promise. What has come is kept; what failed is asked for again the next time.
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
