/**
 * Runs in every page that a test opens, before the page's own script. Reports each visible text and each accessible attribute
 * once per address when it appears. Changes nothing on the page.
 */
(() => {
  const maxTextLength = 700;
  const textAttributes = ['aria-label', 'placeholder', 'title', 'alt'];
  const reported = new Set();
  let pending = [];

  function reportPending() {
    const texts = pending;
    pending = [];
    window.reportTexts(texts);
  }

  function recordText(text, element) {
    const words = text.replace(/\s+/g, ' ').trim();
    if (words === '' || words.length > maxTextLength) return;
    const path = location.pathname;
    const line = `${path}\n${words}`;
    // the browser draws the options of a select outside the page
    const shown = element.closest('select') ?? element;
    if (reported.has(line) || !shown.checkVisibility({ visibilityProperty: true })) return;
    reported.add(line);
    if (pending.length === 0) queueMicrotask(reportPending);
    pending.push({ path, words });
  }

  function recordTextNode(node) {
    const element = node.parentElement;
    if (element === null || element.matches('script, style, template, noscript')) return;
    recordText(node.data, element);
    // A sentence with a bold name or a figure consists of several nodes of one element.
    if (element.childNodes.length > 1) recordText(element.textContent, element);
    const outer = element.parentElement;
    if (outer !== null && outer.childNodes.length > 1 && outer.textContent.length <= maxTextLength)
      recordText(outer.textContent, outer);
  }

  function recordAttributes(element) {
    for (const name of textAttributes) {
      const value = element.getAttribute(name);
      if (value !== null) recordText(value, element);
    }
  }

  function recordAll(node) {
    if (node.nodeType === Node.TEXT_NODE) recordTextNode(node);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    recordAttributes(node);
    for (const element of node.querySelectorAll(textAttributes.map((name) => `[${name}]`).join()))
      recordAttributes(element);
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) recordTextNode(texts.currentNode);
  }

  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'childList') addedNodes.forEach(recordAll);
      else recordAll(target);
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    // changes of these can reveal an existing text
    attributeFilter: [...textAttributes, 'lang', 'hidden', 'open', 'data-state'],
  });
})();
