// The policy allows no script in the page itself.
SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#docs", deepLinking: true });
