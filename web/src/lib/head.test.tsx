import { act } from "@testing-library/react";
import { type NavigateFunction, useLocation, useNavigate } from "react-router";
import { expect, test } from "vitest";
import { renderPage } from "../testing/page";
import { useHead } from "./head";

let navigate: NavigateFunction;

function Page() {
  navigate = useNavigate();
  const { pathname } = useLocation();
  useHead(pathname === "/about" ? { title: "About", description: "Who we are" } : { title: "Profile" });
  return null;
}

const content = (selector: string) => document.head.querySelector(selector)?.getAttribute("content");

test("the first page keeps what the server says of it; a navigation brings its own words, and nothing of the page before", () => {
  document.head.innerHTML =
    '<meta name="description" content="the server\'s"><meta property="og:type" content="profile">';
  renderPage(<Page />, { path: "*" });
  expect(document.title).toBe("Profile");
  expect(content('meta[name="description"]')).toBe("the server's");

  act(() => void navigate("/about"));
  expect(document.title).toBe("About · Doc Care");
  expect(content('meta[name="description"]')).toBe("Who we are");
  expect(content('meta[property="og:title"]')).toBe("About · Doc Care");
  expect(document.head.querySelectorAll('meta[property="og:type"]')).toHaveLength(1);
  const canonical = document.head.querySelector('link[rel="canonical"]');
  expect(canonical?.getAttribute("href")).toBe(`${window.location.origin}/about`);
  expect(document.head.querySelectorAll('link[rel="alternate"]')).toHaveLength(3);

  act(() => void navigate("/user/profile"));
  expect(document.title).toBe("Profile · Doc Care");
  expect(content('meta[name="robots"]')).toBe("noindex");
  expect(document.head.querySelector('meta[name="description"], link, meta[property]')).toBeNull();
});
